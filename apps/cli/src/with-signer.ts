import { createWalletView, type Signer, SignerError, type WalletView } from "@bbux/chain";
import type { Env } from "@bbux/server/env";
import { openSigner } from "@bbux/server/signer";
import { CommandError, UNREACHABLE_EXIT } from "./operator.ts";

/** What a command knows of the platform's keys. */
export interface Keys {
  readonly signer: Signer;
  readonly platformWallet: WalletView;
}

/**
 * Runs work with the platform's signer: the one at SIGNER_SOCKET, or the one of a BBUX that is running on the data directory, or
 * one started for this command, which never reads the key itself.
 * @throws CommandError
 */
export async function withSigner<T>(env: Env, work: (keys: Keys) => Promise<T>): Promise<T> {
  const { signer, viewKeys, stop } = await openSigner(env);
  try {
    return await work({ signer, platformWallet: createWalletView(viewKeys) });
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    throw new CommandError(`The signer can't help: ${error.message}`, UNREACHABLE_EXIT);
  } finally {
    await stop();
  }
}
