// Waking streams when something may have changed.
export { noSignals } from "./no-signals.ts";
export { createWakeSignal, untilNextPoll } from "./wake-signal.ts";
