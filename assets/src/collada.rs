//! Model files of this format: not read yet.

use crate::read::{Beside, Loaded, ModelError};

/// Reads a COLLADA file.
pub(crate) fn read(_: &[u8], _: &dyn Beside) -> Result<Loaded, ModelError> {
    let message = "COLLADA files cannot be read in this version yet".to_owned();
    Err(ModelError { message, ..ModelError::default() })
}
