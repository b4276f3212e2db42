import type { GivenLimits } from "./limits.ts";
import type { SeedSource } from "./seed.ts";

/** How a signer is started: sent to it by its parent, or read from the environment when it runs on its own. */
export interface SignerSettings extends SeedSource {
  readonly socket: string;
  /** Holds what the signer alone writes. */
  readonly dir: string;
  /** The only address that it signs moves to the cold wallet for. */
  readonly coldWallet?: string | undefined;
  readonly limits: GivenLimits;
  /** The node that it asks on its own. */
  readonly rpcUrl?: string | undefined;
  /** Where a local chain announces itself, if there is no node. */
  readonly chainFile?: string | undefined;
  /** How many times longer than usual it waits for the chain, and its clients for it. */
  readonly timeoutFactor?: number | undefined;
  /** The user that the signer becomes; takes root. */
  readonly user?: string | undefined;
  /** The user who may connect, if not the signer's own; takes root. */
  readonly client?: string | undefined;
}
