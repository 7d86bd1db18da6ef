//! Models that break or go while a scene runs.
