// The process that holds the platform's keys, and how others reach it (docs/adr/0024).
export { type ConnectedSigner, connectSigner } from "./client.ts";
export { commandSigner } from "./control.ts";
export { hasOwnSeed, loadSeed, SeedError, type SeedSource } from "./seed.ts";
export { type RunningSigner, reachSigner, startSigner } from "./start.ts";
