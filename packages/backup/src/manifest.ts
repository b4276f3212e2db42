import { z } from "zod";
import { BackupError } from "./error.ts";
import { type Sealing, sealOf } from "./seal.ts";
import { readWhole } from "./store/objects.ts";
import type { Store, StoredObject } from "./store/store.ts";

const piece = z.object({ name: z.string(), bytes: z.int().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const lsn = z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/);

const common = {
  format: z.literal(1),
  id: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Whose books these are. Null before the platform has seen its chain. */
  platform: z.object({ genesisHash: z.string().nullable(), hotWallet: z.string().nullable(), system: z.string() }),
  postgres: z.string(),
  /** The migrations that were applied, in order. */
  schema: z.array(z.string()),
  encrypted: z.boolean(),
  /** Streams in the store's `uploads/`. */
  uploads: z.array(z.string()),
};

const physical = z.object({
  ...common,
  kind: z.literal("base"),
  /** Write-ahead log from `start` on is needed; `end` is where the backup is consistent. */
  wal: z.object({ timeline: z.int(), start: lsn, end: lsn }),
  files: z.array(piece).min(1),
});

const table = z.object({ name: z.string(), columns: z.array(z.string()), files: z.array(piece).min(1) });
const sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() });
const logical = z.object({
  ...common,
  kind: z.literal("logical"),
  tables: z.array(table).min(1),
  sequences: z.array(sequence),
});

const manifest = z.discriminatedUnion("kind", [physical, logical]);

export type PhysicalManifest = z.infer<typeof physical>;
export type LogicalManifest = z.infer<typeof logical>;
/** What a backup says about itself; written last, so a backup without one isn't complete. */
export type Manifest = z.infer<typeof manifest>;

/** `20261123T094500123Z`, so that backups sort by time. */
export const idOf = (time: Date) => time.toISOString().replaceAll(/[-:.]/g, "");

const nameOf = ({ kind, id }: Pick<Manifest, "kind" | "id">) => `${kind}/${id}/manifest.json`;

/** Completes a backup. */
export async function writeManifest(store: Store, sealing: Sealing, content: Manifest): Promise<void> {
  const text = JSON.stringify(content);
  await store.put(nameOf(content), Buffer.from(`${JSON.stringify({ seal: sealOf(text, sealing), content: text })}\n`));
}

/**
 * Reads what a backup says about itself, and makes sure that nothing of it is missing or of another length.
 * @param sealing null to read without proof, for a list
 * @throws BackupError
 */
export async function readManifest(
  store: Store,
  sealing: Sealing | null,
  which: Pick<Manifest, "kind" | "id">,
): Promise<Manifest> {
  const name = nameOf(which);
  const body = (await readWhole(store, name)).toString("utf8");
  const damaged = () => new BackupError(`${name} isn't what was stored: the backup is damaged, or isn't ours.`);
  try {
    const { seal, content } = z.object({ seal: z.string(), content: z.string() }).parse(JSON.parse(body));
    if (sealing && seal !== sealOf(content, sealing)) throw damaged();
    const read = manifest.parse(JSON.parse(content));
    if (sealing && (read.kind !== which.kind || read.id !== which.id)) throw damaged();
    return read;
  } catch {
    throw damaged();
  }
}

/** The complete backups of a kind, oldest first. */
export function completeBackups(objects: readonly StoredObject[], kind: Manifest["kind"]): string[] {
  const pattern = new RegExp(`^${kind}/([0-9TZ]+)/manifest\\.json$`);
  return objects.flatMap(({ name }) => pattern.exec(name)?.[1] ?? []).sort();
}

/** @throws BackupError if a piece is missing or shorter than it was */
export function requirePieces(
  objects: readonly StoredObject[],
  pieces: readonly { readonly name: string; readonly bytes: number }[],
): void {
  const found = new Map(objects.map(({ name, bytes }) => [name, bytes]));
  for (const { name, bytes } of pieces) {
    const there = found.get(name);
    if (there === undefined) throw new BackupError(`${name} is missing: the backup isn't whole.`);
    if (there !== bytes)
      throw new BackupError(`${name} has ${there} bytes instead of ${bytes}: the backup is damaged.`);
  }
}
