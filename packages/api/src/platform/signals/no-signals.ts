import type { Signals } from "../context/index.ts";

/** An operator's command runs next to the server; open tabs notice changes at their next poll. */
export const noSignals: Signals = { publish: () => {}, subscribe: () => () => {} };
