import { setTimeout as sleep } from "node:timers/promises";
import { ChainError, type ChainGateway } from "@bbux/chain";

/** What an audit reads from the chain. */
export type Asked = Pick<
  ChainGateway,
  "genesisHash" | "balances" | "nonces" | "statuses" | "signaturesOf" | "transaction"
>;

const TRIES = { RATE_LIMITED: 6, UNREACHABLE: 3, BEHIND: 6, REFUSED: 3 } as const satisfies Record<
  ChainError["code"],
  number
>;
const FIRST_WAIT_MS = 500;

/** Makes the same reads within a budget of calls, and retries when the node doesn't answer. */
export function patient(chain: Asked, pace: () => Promise<void>): Asked {
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried++) {
      await pace();
      try {
        return await question();
      } catch (error) {
        if (!(error instanceof ChainError) || tried >= TRIES[error.code]) throw error;
        await sleep(FIRST_WAIT_MS * 2 ** (tried - 1));
      }
    }
  };
  return {
    genesisHash: () => ask(() => chain.genesisHash()),
    balances: (addresses) => ask(() => chain.balances(addresses)),
    nonces: (addresses) => ask(() => chain.nonces(addresses)),
    statuses: (signatures) => ask(() => chain.statuses(signatures)),
    signaturesOf: (address, page) => ask(() => chain.signaturesOf(address, page)),
    transaction: (signature) => ask(() => chain.transaction(signature)),
  };
}
