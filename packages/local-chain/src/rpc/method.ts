import type { Chain } from "../chain.ts";

/** Returns a call's result. @throws RpcError */
export type Method = (chain: Chain, params: readonly unknown[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;
