//! Model files of this format: not read yet.

use crate::read::Kind;
use crate::read::{Beside, Loaded, ModelError};

/// Reads a glTF file.
pub(crate) fn read(_: &[u8], _: Kind, _: &dyn Beside) -> Result<Loaded, ModelError> {
    let message = "glTF files cannot be read in this version yet".to_owned();
    Err(ModelError { message, ..ModelError::default() })
}
