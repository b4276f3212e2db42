import { checkColdWallet, custodyNotes, registerColdWallet, type Services } from "@bbux/api";
import { ChainError } from "@bbux/chain";

/**
 * Checks the cold wallet that is configured, makes it the platform's, and says what the settings of custody mean today.
 * @param say prints a line for the operator
 * @throws ColdWalletError with a sentence for the operator
 */
export async function prepareCustody(services: Services, say: (line: string) => void): Promise<void> {
  await checkColdWallet(services);
  try {
    if (await registerColdWallet(services)) say(`The cold wallet is ${services.money.coldWallet}`);
  } catch (error) {
    // The watcher does it when the chain answers.
    if (!(error instanceof ChainError)) throw error;
  }
  for (const note of await custodyNotes(services)) say(note);
}
