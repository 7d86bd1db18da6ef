//! The virtual machine, as the facade uses it: stand-in until the world is there.

use std::sync::Arc;

use islay_vm::event::Event;
use islay_vm::input::{Input, InstanceId};
use islay_vm::program::{Code, Program, Value};

#[derive(Clone, Debug, Default)]
pub struct Limits {}

#[derive(Clone, Debug, Default)]
pub struct WorldConfig {
    pub seed: Option<u64>,
    pub limits: Limits,
    pub observe: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ViewValue {
    Number(f32),
    Flag(bool),
    Who(Option<String>),
    Colour(u32),
}

pub struct InstanceView {
    pub path: String,
    pub id: InstanceId,
    pub def: u16,
    pub character: String,
    pub parent: Option<String>,
    pub states: Vec<(String, String)>,
    pub vars: Vec<(String, ViewValue)>,
    pub position: [f32; 3],
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
    pub world: [f32; 16],
    pub visible: bool,
    pub colour: u32,
}

pub struct Stats {
    pub instances: usize,
}

pub struct World {}

impl World {
    pub fn new(_program: Arc<Program>, _config: WorldConfig) -> Self {
        Self {}
    }
    pub fn tick(&mut self, _input: &Input) {}
    pub fn clock(&self) -> u64 {
        0
    }
    pub fn ticks(&self) -> u64 {
        0
    }
    pub fn finished(&self) -> bool {
        false
    }
    pub fn events(&self) -> &[Event] {
        &[]
    }
    pub fn instances(&self) -> impl Iterator<Item = InstanceId> {
        std::iter::empty()
    }
    pub fn view(&self, _id: InstanceId) -> Option<InstanceView> {
        None
    }
    pub fn find(&self, _path: &str) -> Option<InstanceId> {
        None
    }
    pub fn hash(&self) -> u64 {
        0
    }
    pub fn eval(&mut self, _value: Value) -> u32 {
        0
    }
    pub fn perform(&mut self, _id: InstanceId, _code: Code) {}
    pub fn set(&mut self, _id: InstanceId, _name: &str, _bits: u32) -> bool {
        false
    }
    pub fn stats(&self) -> Stats {
        Stats { instances: 0 }
    }
}
