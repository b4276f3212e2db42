import { accounts } from "./accounts.ts";
import { blocks } from "./blocks.ts";
import { history } from "./history.ts";
import type { Method } from "./method.ts";
import { sending } from "./sending.ts";

/** Every method available over HTTP. A Map, so that no built-in property name counts as a method. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({ ...blocks, ...accounts, ...history, ...sending }),
);
