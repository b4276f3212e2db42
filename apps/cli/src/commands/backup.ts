import {
  backupLogically,
  backupPhysically,
  completeBackups,
  type Manifest,
  prune,
  readManifest,
  readPosition,
  shipWal,
} from "@bbux/backup";
import { openBackups, openPlace, outgoing, uploadsToBackUp } from "@bbux/server/backups";
import { type Command, InvalidArgumentError } from "commander";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

interface Place {
  readonly to?: string;
}

export function addBackupCommands(program: Command, { env, withPostgres, console }: Services): void {
  const TO = ["--to <place>", "a directory or s3://bucket/prefix instead of BACKUP_TO"] as const;
  const placeOf = ({ to }: Place): string => {
    const place = to ?? env().BACKUP_TO;
    if (place === undefined) throw new CommandError("Say where backups are: --to <place>, or set BACKUP_TO", 2);
    return place;
  };

  const backup = program.command("backup").description("Back up the platform, and look after its backups.");

  backup
    .command("now", { isDefault: true })
    .summary("make a backup")
    .description(
      "Back up the database and the uploads on disk, beside a running platform or without. BACKUP_PASSPHRASE or BACKUP_RECIPIENT encrypts it. The wallet's secret isn't part of it: keep that elsewhere.",
    )
    .option(...TO)
    .option("--logical", "every table as text, from any PostgreSQL, for any newer one", false)
    .action(async (options: Place & { logical: boolean }) => {
      if (!options.logical && env().DATABASE_URL)
        throw new CommandError(
          "DATABASE_URL is a PostgreSQL of your own: back up its files with its own programs (pg_basebackup and archive_command, or pgBackRest), or all that is in it with backup --logical.",
        );
      const { store, sealing } = await openBackups(env(), placeOf(options), true);
      const uploads = uploadsToBackUp(env());
      const made = await withPostgres(async (url) => {
        if (options.logical) return backupLogically(store, sealing, { url, uploads });
        const manifest = await backupPhysically(store, sealing, { url, uploads });
        await shipWal(store, sealing, { folder: outgoing(env()), system: (await readPosition(url)).system });
        return manifest;
      });
      console.out(`Backed up to ${store.location}: ${describe(made)}`);
    });

  backup
    .command("list")
    .description("List the complete backups, oldest first, by id and when they were finished.")
    .option(...TO)
    .action(async (options: Place) => {
      const store = openPlace(env(), placeOf(options));
      const objects = await store.list("");
      const listed = (["base", "logical"] as const).flatMap((kind) =>
        completeBackups(objects, kind).map((id) => ({ kind, id })),
      );
      for (const which of listed) console.out(describe(await readManifest(store, null, which)));
      console.err(`${listed.length} backups in ${store.location}`);
    });

  backup
    .command("prune")
    .summary("remove old backups")
    .description(
      "Keep the latest backups of each form, the log since the oldest of them, and the uploads that they have.",
    )
    .option(...TO)
    .option("--keep <count>", "how many; BACKUP_KEEP by default", parseCount)
    .action(async (options: Place & { keep?: number }) => {
      const store = openPlace(env(), placeOf(options));
      const { kept, removed, bytes } = await prune(store, options.keep ?? env().BACKUP_KEEP, new Date());
      console.out(`Kept ${kept} backups, removed ${removed} files of ${Math.round(bytes / 1e6)} MB`);
    });
}

function describe(manifest: Manifest): string {
  const { id, kind, finishedAt, encrypted, schema, uploads } = manifest;
  const files = kind === "base" ? manifest.files : manifest.tables.flatMap((table) => table.files);
  const megabytes = (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1);
  const form = `${kind === "base" ? "physical" : "logical"}${encrypted ? ", encrypted" : ""}`;
  return `${id}  ${finishedAt}  ${form}, ${megabytes} MB, ${uploads.length} uploads, schema ${schema.at(-1)}`;
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("It must be a number from 1.");
  return Number(text);
}
