//! Selectors: the nearest of some, how many, which; who makes a contact.
//!
//! Self and the own tree never count, but for a reference. Nowhere everything is in sight and the
//! oldest is the nearest.

use super::values::flag;
use super::{File, Lanes, Lens, Machine, Scene};
use crate::column::Rows;
use crate::input::InstanceId;
use crate::math::{Quat, Vec3};
use crate::op::{Op, Reg};
use crate::program::{ContactPhase, SelectorSpec, WhatSpec};

const FAR: f32 = 1e9;
