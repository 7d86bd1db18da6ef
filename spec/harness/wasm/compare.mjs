// Runs scenes in WebAssembly and in the native program and compares the hashes of all ticks.
// In: the module, the program, a number of ticks, scenes. Out: a line a scene; exit code 1 when a hash
// differs. Plain node, no packages.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

// what .ci/run lets scenes see when it compares builds
const KEYS = new URL("../keys.jsonl", import.meta.url);

const [wasm, program, ticks, ...scenes] = process.argv.slice(2);
if (scenes.length === 0) {
  console.error("node compare.mjs MODULE PROGRAM TICKS SCENE...");
  process.exit(2);
}

const module = new WebAssembly.Module(readFileSync(wasm));
const imports = WebAssembly.Module.imports(module);
if (imports.length > 0) {
  const names = imports.map(({ module, name }) => `${module}.${name}`);
  console.error(`the module wants of its host: ${names.join(" ")}`);
  process.exit(1);
}

/** A host of its own for one scene. */
class Host {
  constructor() {
    this.calls = new WebAssembly.Instance(module).exports;
    this.calls.reset();
  }

  /** What the buffer holds. */
  said() {
    const { memory, text, text_length } = this.calls;
    return Buffer.from(memory.buffer, text() >>> 0, text_length() >>> 0).toString();
  }

  put(...parts) {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const at = this.calls.room(bytes.length) >>> 0;
    new Uint8Array(this.calls.memory.buffer, at, bytes.length).set(bytes);
  }

  call(name, ...numbers) {
    if (this.calls[name](...numbers) === 0) throw new Error(this.said());
  }

  file(name, bytes) {
    this.put(name, bytes);
    this.call("file", Buffer.byteLength(name));
  }

  key({ tick, press, release }) {
    this.put(press ?? release);
    this.call("key", tick, press ? 1 : 0);
  }

  load(name) {
    this.put(name);
    this.call("load");
  }

  hashes(ticks) {
    const count = this.calls.run(ticks) >>> 0;
    const view = new DataView(this.calls.memory.buffer, this.calls.hashes() >>> 0, count * 8);
    const one = (_, at) => view.getBigUint64(at * 8, true).toString(16).padStart(16, "0");
    return Array.from({ length: count }, one);
  }
}

/** All files of a folder. */
function files(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

function inWasm(scene) {
  const host = new Host();
  try {
    const folder = dirname(scene);
    for (const path of files(folder)) {
      host.file(relative(folder, path).split("\\").join("/"), readFileSync(path));
    }
    keys.forEach((key) => host.key(key));
    host.load(basename(scene));
    return host.hashes(Number(ticks));
  } catch (fault) {
    // what stops the module has left its words
    const words = fault instanceof WebAssembly.RuntimeError ? `: ${host.said()}` : "";
    throw new Error(`${scene}: ${fault.message}${words}`);
  }
}

function native(scene) {
  const words = ["trace", scene, "--ticks", ticks, "--hash-only", "--format", "json"];
  const text = execFileSync(program, [...words, "--input", fileURLToPath(KEYS)], { maxBuffer: 1 << 28 }).toString();
  return text.trim().split("\n").map((line) => JSON.parse(line).hash);
}

const keys = readFileSync(KEYS, "utf8").trim().split("\n").map((line) => JSON.parse(line));
let apart = 0;
for (const scene of scenes) {
  const began = performance.now();
  const ours = inWasm(scene);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  const theirs = native(scene);
  const at = theirs.findIndex((hash, at) => hash !== ours[at]);
  const same = at < 0 && ours.length === theirs.length && ours.length > 0;
  if (!same) apart += 1;
  const first = at < 0 ? Math.min(ours.length, theirs.length) : at;
  const said = same ? "equal" : `APART from tick ${first + 1}: ${ours[first]}, native ${theirs[first]}`;
  console.log(`${scene}: ${ours.length} ticks, ${said} (${took} s)`);
}
process.exit(apart > 0 ? 1 : 0);
