import type { Chain } from "../chain.ts";
import { accounts } from "./accounts.ts";
import { blocks } from "./blocks.ts";
import { history } from "./history.ts";
import { sending } from "./sending.ts";

/** What a call answers. @throws RpcError */
export type Method = (chain: Chain, params: readonly unknown[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;

/** All that the chain speaks over HTTP. A Map: no name of JavaScript's own objects is a method. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({ ...blocks, ...accounts, ...history, ...sending }),
);
