//! What is seen of small scenes: where things are on the picture, what hides what, whom a place
//! shows, and that nothing strange stops it.

mod batches;
mod odd;
mod pick;
mod pictures;
mod set;
