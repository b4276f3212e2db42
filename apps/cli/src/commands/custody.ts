import { readFileSync, writeFileSync } from "node:fs";
import { challengeControl, operator, proveControl } from "@bbux/api/operator";
import { signatureBytes } from "@bbux/chain";
import type { Command } from "commander";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

export function addCustodyCommands(program: Command, { env, withDatabase, withChain, console }: Services): void {
  const custody = program
    .command("custody")
    .description("Prove that you hold the key of the cold wallet. The key itself is never needed here.");

  custody
    .command("challenge")
    .summary("make the text to sign")
    .description(
      "Write the text that proves control of the cold wallet once it is signed offline with its key. It names the platform, the address, its balance, the time and the latest checkpoint. It has to be signed within 30 days, exactly as it is in the file.",
    )
    .argument("<file>", "to write it to")
    .option("--address <address>", "an earlier cold wallet, instead of the current one")
    .action((file: string, { address }: { address?: string }) =>
      withDatabase("app", (db) =>
        withChain(async ({ gateway: chain }) => {
          const services = { ...operator(db), chain };
          const platform = env().PUBLIC_ORIGIN ?? "local";
          const challenge = await challengeControl(services, platform, address ?? null);
          writeFileSync(file, challenge.text);
          console.out(`Wrote ${file}: sign it with the key of ${challenge.address}`);
        }),
      ),
    );

  custody
    .command("prove")
    .summary("publish the signed text")
    .description(
      "Check the signature of a challenge, record it in the audit log, and publish both on the reserves page, so that anyone can check them.",
    )
    .argument("<file>", "with the text that custody challenge wrote")
    .argument(
      "<signature>",
      "Ed25519, 64 bytes in base58, base64 or hex: of the text, or of Solana's off-chain message with it",
    )
    .action((file: string, given: string) =>
      withDatabase("app", async (db) => {
        const proof = { text: readText(file), signature: signatureOf(given) };
        const { address } = await proveControl(operator(db), proof);
        console.out(`Control of ${address} is proved and published`);
      }),
    );
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${file} can't be read`, 2);
  }
}

function signatureOf(given: string): Uint8Array {
  const bytes = signatureBytes(given.trim());
  if (bytes) return bytes;
  throw new CommandError("This is no signature: 64 bytes in base58, base64 or hex", 2);
}
