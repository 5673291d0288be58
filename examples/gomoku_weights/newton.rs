//! Newton's method for models that are linear in sparse features.

/// Feature numbers with their values.
pub type Features = Vec<(u16, f64)>;

/// The number of Newton steps.
const STEPS: usize = 9;
/// The longest step of a weight.
const LONGEST: f64 = 1.5;

/// The loss over all samples, with its first and second derivatives by the weights.
pub struct Sums {
    pub loss: f64,
    slope: Vec<f64>,
    /// By rows; only the lower triangle is used.
    bend: Vec<f64>,
}

impl Sums {
    fn new(count: usize) -> Sums {
        Sums { loss: 0.0, slope: vec![0.0; count], bend: vec![0.0; count * count] }
    }

    /// Adds a term that depends on the weighted sum of these features.
    pub fn add(&mut self, features: &[(u16, f64)], slope: f64, bend: f64) {
        let count = self.slope.len();
        for &(row, value) in features {
            let row = usize::from(row);
            self.slope[row] += slope * value;
            let cells = &mut self.bend[row * count..][..count];
            for &(column, other) in features.iter().filter(|(column, _)| usize::from(*column) <= row) {
                cells[usize::from(column)] += bend * value * other;
            }
        }
    }
}

/// The weights that minimise the loss plus a quadratic penalty for each weight (ridge).
pub fn newton(ridge: &[f64], sums: impl Fn(&[f64], &mut Sums)) -> Vec<f64> {
    let count = ridge.len();
    let mut weights = vec![0.0; count];
    for step in 0..STEPS {
        let mut at = Sums::new(count);
        sums(&weights, &mut at);
        for (number, ridge) in ridge.iter().enumerate() {
            at.slope[number] += ridge * weights[number];
            at.bend[number * count + number] += ridge;
        }
        eprintln!("  step {step}: loss {:.1}", at.loss);
        solve(&mut at.bend, &mut at.slope);
        for (weight, change) in weights.iter_mut().zip(&at.slope) {
            *weight -= change.clamp(-LONGEST, LONGEST);
        }
    }
    weights
}

pub fn sum(weights: &[f64], features: &[(u16, f64)]) -> f64 {
    features
        .iter()
        .map(|&(number, value)| weights[usize::from(number)] * value)
        .sum()
}

/// Solves a system with a symmetric, positive definite matrix (Cholesky); the result is in `right`.
fn solve(matrix: &mut [f64], right: &mut [f64]) {
    let count = right.len();
    for row in 0..count {
        let (above, rest) = matrix.split_at_mut(row * count);
        let cells = &mut rest[..=row];
        for column in 0..row {
            let upper = &above[column * count..][..=column];
            let dot: f64 = cells[..column].iter().zip(upper).map(|(a, b)| a * b).sum();
            cells[column] = (cells[column] - dot) / upper[column];
        }
        let square: f64 = cells[..row].iter().map(|cell| cell * cell).sum();
        cells[row] = (cells[row] - square).sqrt();
        let dot: f64 = cells[..row].iter().zip(&*right).map(|(a, b)| a * b).sum();
        right[row] = (right[row] - dot) / cells[row];
    }
    for row in (0..count).rev() {
        let dot: f64 = (row + 1..count)
            .map(|below| matrix[below * count + row] * right[below])
            .sum();
        right[row] = (right[row] - dot) / matrix[row * count + row];
    }
}
