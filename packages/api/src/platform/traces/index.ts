// What accounts leave behind that they may share: networks, devices and wallets (docs/adr/0039).
export { noteCaller } from "./note-caller.ts";
export { noteTraces, removeOldTraces } from "./traces.command.ts";
