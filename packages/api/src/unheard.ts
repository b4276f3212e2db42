import type { Signals } from "./context.ts";

/** A command of the operator runs beside the server: open tabs learn of it when they look again. */
export const unheard: Signals = { publish: () => {}, subscribe: () => () => {} };
