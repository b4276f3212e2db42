import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { z } from "zod";

/** So much of what was received may lie about before it is collected. */
const EVERY_BYTES = 8 * 1024 * 1024;

type Collect = (options: { type: "minor"; execution: "sync" }) => void;

let received = 0;
let collect: Collect | undefined;

/**
 * Counts bytes that passed through, and now and then has the memory of young objects collected. Each 64 KB of an upload
 * is a buffer of its own, tiny to the collector, which counts only what lies in its own heap: left alone it lets a
 * hundred megabytes of them gather. A collection of young objects takes about a millisecond; with it twenty uploads of
 * 100 MB need a third of the memory and of the time (docs/PERFORMANCE.md), because the same memory is used again.
 */
export function passedThrough(bytes: number): void {
  received += bytes;
  if (received < EVERY_BYTES) return;
  received = 0;
  collect ??= findCollector();
  collect({ type: "minor", execution: "sync" });
}

/** V8's own function, which a context made after the flag was set has. Nothing, should a later V8 not have it. */
function findCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const found = z
    .custom<Collect>((value) => typeof value === "function")
    .safeParse(runInNewContext("typeof gc === 'function' ? gc : undefined"));
  setFlagsFromString("--no-expose-gc");
  return found.success ? found.data : () => undefined;
}
