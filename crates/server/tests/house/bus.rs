//! The bus of the shipped program over a real NATS server: passwords and encryption.

use std::fs;
use std::path::Path;
use std::time::Duration;

use engines::Nats;
use futures_util::StreamExt;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use server::cluster::{Bus, NatsBus};

/// A test that passes does not wait for it.
const SOON: Duration = Duration::from_secs(20);

const PASSWORD: &str = r#"authorization { user: house, password: "s@cret/1" }"#;

/// A client that is let in hears the message.
#[track_caller]
fn is_let_in(address: &str) {
    block_on(async {
        let bus = NatsBus::connect(address).await.unwrap();
        let mut heard = bus.listen("tables.>".to_owned(), None).await.unwrap();
        bus.publish("tables.A".to_owned(), None, "word".to_owned())
            .unwrap();
        let heard = heard.next().await.unwrap();
        assert_eq!(heard.message, Ok("word".to_owned()));
        assert!(bus.is_connected());
    });
}

/// The reason why a client is not let in.
#[track_caller]
fn refusal(address: &str) -> String {
    block_on(NatsBus::connect(address)).unwrap_err().to_string()
}

#[track_caller]
fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let done = runtime
        .unwrap()
        .block_on(async { tokio::time::timeout(SOON, work).await });
    done.expect("an answer comes")
}

#[test]
fn a_client_with_the_password_is_let_in() {
    let nats = Nats::start_with(|_| PASSWORD.to_owned());
    let port = nats.port();
    is_let_in(&format!("nats://house:s%40cret%2F1@127.0.0.1:{port}"));
    for user in ["", "house:wrong@", "token@"] {
        let why = refusal(&format!("nats://{user}127.0.0.1:{port}"));
        assert!(why.contains("authorization violation"), "{why}");
    }
    let token = Nats::start_with(|_| "authorization { token: sesame }".to_owned());
    is_let_in(&format!("nats://sesame@127.0.0.1:{}", token.port()));
}

#[test]
fn the_shipped_configuration_asks_for_its_password() {
    let password = ("TALLYHOUSE_BUS_PASSWORD", "sesame");
    let nats = Nats::start_configured(&engines::deployed("nats.conf"), &[password]);
    is_let_in(&format!("nats://house:sesame@127.0.0.1:{}", nats.port()));
    let why = refusal(&nats.url());
    assert!(why.contains("authorization violation"), "{why}");
}

/// A certificate that signs others.
fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Writes a certificate for this name and its key.
fn certify(folder: &Path, name: &str, by: &CertifiedIssuer<'static, KeyPair>, host: &str) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec![host.to_owned()]).unwrap();
    let certificate = params.signed_by(&key, by).unwrap();
    fs::write(folder.join(format!("{name}.pem")), certificate.pem()).unwrap();
    fs::write(folder.join(format!("{name}.key")), key.serialize_pem()).unwrap();
}

#[test]
fn an_encrypted_connection_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (good, wrong) = (authority(), authority());
    for (name, authority) in [("good", &good), ("wrong", &wrong)] {
        fs::write(folder.path().join(format!("{name}.pem")), authority.pem()).unwrap();
    }
    certify(folder.path(), "bus", &good, "127.0.0.1");
    certify(folder.path(), "node", &good, "node");
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let server = |more: &str| {
        let (cert, key) = (file("bus.pem"), file("bus.key"));
        let tls = format!("tls {{ cert_file: \"{cert}\", key_file: \"{key}\", {more} }}");
        Nats::start_with(|_| format!("{PASSWORD}\n{tls}\n"))
    };

    let nats = server("");
    let with = |scheme: &str, options: &str| {
        let port = nats.port();
        format!("{scheme}://house:s%40cret%2F1@127.0.0.1:{port}{options}")
    };
    let (trusts, mistrusts) = (file("good.pem"), file("wrong.pem"));
    is_let_in(&with("tls", &format!("?ca_file={trusts}")));
    for scheme in ["tls", "nats"] {
        for options in [String::new(), format!("?ca_file={mistrusts}")] {
            let why = refusal(&with(scheme, &options));
            assert!(why.contains("certificate"), "{why}");
        }
    }
    // The name counts too: the certificate is for an address.
    let elsewhere = format!("tls://house:s%40cret%2F1@localhost:{}", nats.port());
    let why = refusal(&format!("{elsewhere}?ca_file={trusts}"));
    assert!(why.contains("certificate"), "{why}");

    // If encryption is asked for, nothing is sent to a server without it.
    let plain = Nats::start_with(|_| PASSWORD.to_owned());
    let port = plain.port();
    refusal(&format!(
        "tls://house:s%40cret%2F1@127.0.0.1:{port}?ca_file={trusts}"
    ));

    // A server may ask for a certificate of the node.
    let nats = server(&format!("ca_file: \"{trusts}\", verify: true"));
    let port = nats.port();
    let address = format!("tls://house:s%40cret%2F1@127.0.0.1:{port}?ca_file={trusts}");
    let shown = format!(
        "&cert_file={}&key_file={}",
        file("node.pem"),
        file("node.key")
    );
    is_let_in(&(address.clone() + &shown));
    refusal(&address);
}
