//! Bytes as text, two digits each.

/// The bytes in lower-case digits.
pub(crate) fn write(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of this text, in digits of either case; `None` if it is not hex.
pub(crate) fn read(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.as_bytes().chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs
        .map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_pairs_of_digits_are_read() {
        assert_eq!(read("00fF"), Some(vec![0, 255]));
        assert_eq!(read(""), Some(Vec::new()));
        for text in ["0", "0g", "é", "+1", "0x"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn bytes_read_back(bytes: Vec<u8>) {
            prop_assert_eq!(read(&write(&bytes)), Some(bytes));
        }

        #[test]
        fn any_text_is_read_or_not(text in "\\PC*") {
            let _ = read(&text);
        }
    }
}
