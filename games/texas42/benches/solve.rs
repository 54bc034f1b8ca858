fn main() {
    use kernel::*;
    use pieces::*;
    use std::time::Instant;
    use texas42::*;
    let mut rng = Rng::from_seed(42);
    let mut deals = vec![];
    for _ in 0..200 {
        let mut d = Domino::ALL;
        rng.shuffle(&mut d);
        let h: [DominoSet; 4] = std::array::from_fn(|s| d[7 * s..][..7].iter().copied().collect());
        deals.push(h);
    }
    let mut solver = Solver::new();
    for mode in 0..2 {
        let mut times = vec![];
        let mut sum = 0u64;
        let n0 = solver.nodes();
        for h in &deals {
            for t in Trump::ALL {
                let p =
                    Position::new(t.contract(FollowMeDoubles::High), Seat(0), *h, Seat(0)).unwrap();
                let t0 = Instant::now();
                if mode == 0 {
                    sum += solver.value(&p).north_south as u64;
                } else {
                    sum += solver.makes(&p, 30) as u64;
                }
                times.push(t0.elapsed().as_secs_f64() * 1e3);
            }
        }
        times.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let k = times.len();
        println!(
            "mode {mode} sum {sum} mean {:.4} p50 {:.4} p99 {:.4} max {:.3} nodes {}",
            times.iter().sum::<f64>() / k as f64,
            times[k / 2],
            times[k * 99 / 100],
            times[k - 1],
            (solver.nodes() - n0) / k as u64
        );
    }
}
