// Generated from the migrated database by `npm run db:types`; a test fails when it drifts.
// biome-ignore lint/suspicious/noEmptyInterface: filled by the generator
export interface DB {}
