import { restore } from "@bbux/backup";
import { migrationNames } from "@bbux/db";
import { openBackups } from "@bbux/server/backups";
import type { Env } from "@bbux/server/env";
import { hasOwnSeed } from "@bbux/signer";
import { type Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";
import { withSigner } from "../with-signer.ts";

interface Options {
  readonly toTime?: Date;
  readonly backup?: string;
  readonly logical: boolean;
  readonly moveAside: boolean;
  readonly archive: boolean;
}

export function addRestore(program: Command, { env, console }: Services): void {
  program
    .command("restore")
    .summary("restore a backup into the data directory")
    .description(
      "Restore database and uploads from a backup and the log archived since, to its newest state or to a moment. Everything is verified first; nothing that is there is touched before, or ever removed. Start the platform afterwards: the books find out themselves what they have forgotten.",
    )
    .argument("<place>", "where the backups are: a directory or s3://bucket/prefix")
    .option("--to-time <time>", "a moment, as 2026-11-23T09:30:00Z", parseTime)
    .option("--backup <id>", "this backup instead of the newest that fits; backup list shows them")
    .option("--logical", "a backup made with --logical", false)
    .option("--move-aside", "keep a database and uploads that are there, under other names", false)
    .option("--no-archive", "the backup alone, without the log archived since")
    .action(async (place: string, options: Options) => {
      const settings = env();
      if (settings.DATABASE_URL)
        throw new CommandError(
          "DATABASE_URL is set, but backups are restored into DATA_DIR: unset it. Your own PostgreSQL is restored with its own programs.",
        );
      const { store, sealing } = await openBackups(settings, place, false);
      const hotWallet = await walletOf(settings);
      const { manifest, facts, uploads, aside } = await restore(store, sealing, {
        dataDir: settings.DATA_DIR,
        form: options.logical ? "logical" : "physical",
        toTime: options.toTime ?? null,
        id: options.backup ?? null,
        archive: options.archive,
        mayMoveAside: options.moveAside,
        migrations: migrationNames,
        hotWallet,
        log: (line) => console.err(line),
      });
      for (const path of aside) console.out(`Kept what was there: ${path}`);
      console.out(`Restored the backup of ${manifest.finishedAt} and ${uploads} uploads; start with npm start`);
      if (hotWallet === null && facts.platform.hotWallet !== null)
        console.out(
          `The wallet's secret isn't part of a backup: set PLATFORM_WALLET_SECRET to that of ${facts.platform.hotWallet} before`,
        );
    });
}

/** The address of this machine's wallet; null if it has none, which makes none. */
async function walletOf(env: Env): Promise<string | null> {
  const isGiven = env.PLATFORM_WALLET_SECRET || env.PLATFORM_WALLET_SECRET_FILE || env.SIGNER_SOCKET;
  if (!isGiven && !hasOwnSeed(env.DATA_DIR)) return null;
  return withSigner(env, async ({ platformWallet }) => platformWallet.address);
}

function parseTime(text: string): Date {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError("Write it with its time zone, as 2026-11-23T09:30:00Z.");
  return new Date(parsed.data);
}
