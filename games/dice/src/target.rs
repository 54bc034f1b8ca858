//! The target of a round, in exact arithmetic.

/// The target of a round, counted from 1: the first one times 1.35 for every round after it,
/// rounded down once.
///
/// If it exceeds 64 bits, which no score comes near, it stays at their largest number.
///
/// ```
/// use dice::target;
///
/// assert_eq!([1, 2, 3, 12, 20].map(|round| target(40, round)), [40, 54, 72, 1085, 11978]);
/// ```
pub fn target(first: u32, round: u32) -> u64 {
    /// 1.35^135 × 1 is the first power above 2^64; a later round has the same target as this one.
    const LAST: u32 = 160;
    let steps = round.saturating_sub(1).min(LAST);
    let mut number = Long::new(first);
    for _ in 0..steps {
        number.times(27);
    }
    // 1.35 is 27/20, and rounding down after each division gives the same as rounding down once.
    for _ in 0..steps {
        number.divide(20);
    }
    number.get()
}

/// A natural number of any length: base 2^32, the lowest digit first.
struct Long(Vec<u32>);

impl Long {
    fn new(number: u32) -> Long {
        Long(vec![number])
    }

    fn times(&mut self, factor: u32) {
        let mut carry = 0;
        for digit in &mut self.0 {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            *digit = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Divides and rounds down.
    fn divide(&mut self, divisor: u32) {
        let mut rest = 0;
        for digit in self.0.iter_mut().rev() {
            let number = rest << 32 | u64::from(*digit);
            *digit = (number / u64::from(divisor)) as u32;
            rest = number % u64::from(divisor);
        }
    }

    fn get(&self) -> u64 {
        let digit = |place: usize| u64::from(self.0.get(place).copied().unwrap_or(0));
        if self.0.iter().skip(2).any(|&digit| digit > 0) {
            u64::MAX
        } else {
            digit(1) << 32 | digit(0)
        }
    }
}
