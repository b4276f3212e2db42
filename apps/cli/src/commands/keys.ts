import {
  type KeyPurpose,
  operator,
  rotateCheckpointKey,
  rotateDepositKey,
  rotateWalletKey,
  walletKeys,
} from "@bbux/api/operator";
import type { Command } from "commander";
import type { Services } from "../services.ts";
import { askAsOperator } from "./signer.ts";

const FINISHED =
  "No new key was made: this recorded an earlier rotation that the books didn't know. For another key, run it again.";

const WALLET_KEYS: Readonly<Record<KeyPurpose, { readonly name: string; readonly what: string }>> = {
  hot: {
    name: "hot wallet",
    what: "The running platform moves the SOL of the one before to it, and pays and sweeps with it from then on; the one before stays watched.",
  },
  nonce: {
    name: "nonce authority",
    what: "The running platform hands its nonce accounts over to it as they get free.",
  },
};

export function addKeysCommands(program: Command, { env, withDatabase, withSigner, console }: Services): void {
  const keys = program
    .command("keys")
    .description(
      "The platform's keys, each of which can be replaced beside a running platform. Run them as the signer's user, with its DATA_DIR and with DATABASE_URL. The audit log and the signer's record keep each rotation with the reason.",
    );
  keys
    .command("list")
    .description("List the keys that have taken over from those of the platform's seed, with the reasons.")
    .action(() =>
      withSigner(async ({ signer, platformWallet }) => {
        const { checkpoint, deposit, ...wallet } = await signer.keys();
        console.out(`checkpoint  1  ${platformWallet.checkpointKey()}  from the platform's seed`);
        for (const { version, publicKey, from, reason } of checkpoint) {
          console.out(`checkpoint  ${version}  ${publicKey}  from ${from}  ${reason}`);
        }
        console.out("deposit  1  from the platform's seed");
        for (const { version, at, reason } of deposit) console.out(`deposit  ${version}  made at ${at}  ${reason}`);
        // The signer knows the keys; how far they have taken over is in the books.
        const known = await withDatabase("app", (db) => walletKeys({ db, platformWallet }));
        for (const purpose of ["hot", "nonce"] as const) {
          console.out(`${purpose}  1  ${platformWallet.address}  from the platform's seed`);
          for (const { version, publicKey, reason } of wallet[purpose]) {
            console.out(
              `${purpose}  ${version}  ${publicKey}  ${known[purpose][version - 1]?.state ?? "not in the books yet"}  ${reason}`,
            );
          }
        }
      }),
    );
  const rotate = keys.command("rotate").description("Replace a key.");
  rotate
    .command("deposit")
    .summary("give new members addresses from a new key")
    .description(
      "Derive the deposit addresses of new members from a new key. Members keep the addresses that they have, which are watched and swept as before. If a rotation was interrupted, this finishes it. Copy the signer's keys.json afterward.",
    )
    .argument("<reason>", "for the audit log")
    .action((reason: string) =>
      withDatabase("app", (db) =>
        withSigner(async (known) => {
          const services = { ...operator(db), ...known, failpoint: async () => undefined };
          let isMade = false;
          const version = await rotateDepositKey(services, async (request) => {
            await askAsOperator(env(), "rotateDeposit", { ...request, reason });
            isMade = true;
          });
          if (!isMade) console.out(FINISHED);
          console.out(`New members get deposit addresses of version ${version}`);
        }),
      ),
    );
  rotate
    .command("checkpoint")
    .summary("have a new key sign checkpoints")
    .description(
      "Have a new key sign checkpoints, from the first day on whose checkpoint isn't made yet. The key before endorses it, and both are published. If a rotation was interrupted, this finishes it. Copy the signer's keys.json afterward.",
    )
    .argument("<reason>", "for the audit log")
    .action((reason: string) =>
      withDatabase("app", (db) =>
        withSigner(async (known) => {
          const services = { ...operator(db), ...known, failpoint: async () => undefined };
          let isMade = false;
          const { version, publicKey, from } = await rotateCheckpointKey(services, async (request) => {
            await askAsOperator(env(), "rotateCheckpoint", { ...request, reason });
            isMade = true;
          });
          if (!isMade) console.out(FINISHED);
          console.out(`Version ${version} of the checkpoint key signs from ${from} on: ${publicKey}`);
        }),
      ),
    );
  for (const purpose of ["hot", "nonce"] as const) {
    rotate
      .command(purpose)
      .summary(`have a new ${WALLET_KEYS[purpose].name} take over`)
      .description(
        `Have a new ${WALLET_KEYS[purpose].name} take over. ${WALLET_KEYS[purpose].what} If a rotation was interrupted, this finishes it; while one runs, it begins no other. Copy the signer's keys.json afterward.`,
      )
      .argument("<reason>", "for the audit log")
      .action((reason: string) =>
        withDatabase("app", (db) =>
          withSigner(async (known) => {
            const services = { ...operator(db), ...known, failpoint: async () => undefined };
            const { key, outcome } = await rotateWalletKey(services, purpose, (request) =>
              askAsOperator(env(), purpose === "hot" ? "rotateHot" : "rotateNonce", { ...request, reason }),
            );
            if (outcome === "recorded") console.out(FINISHED);
            if (outcome === "under way") console.out("No new key was made: a rotation is under way.");
            console.out(`Version ${key.version} of the ${WALLET_KEYS[purpose].name} takes over: ${key.address}`);
          }),
        ),
      );
  }
}
