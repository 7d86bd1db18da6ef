//! Imports, from the document's text to the scene's.
