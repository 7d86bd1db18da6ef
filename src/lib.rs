//! Islay: an embeddable language for interactive 3D animation.
