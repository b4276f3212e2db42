import { type NoteKey, noteKey, readCosignature, readWitnessKey, signatureLine, vkeyOf } from "@bbux/chain";
import type { CheckpointNote, LogNotes } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { currentKey, listKeys } from "./checkpoint-keys.ts";

/** A checkpoint as a note, https://c2sp.org/tlog-checkpoint. */
export interface Note {
  readonly day: string;
  /** The last entry it covers. */
  readonly seq: number;
  /** Leaves: entries and checkpoints. */
  readonly size: number;
  /** What is signed. */
  readonly body: string;
  /** 64 bytes, and the key that made it, base64. */
  readonly signature: Buffer;
  readonly publicKey: string;
  /** The transaction that wrote the root to the chain, and when it was booked as final. */
  readonly anchor: { readonly signature: string; readonly at: Date } | null;
  /** Of witnesses, by their keys, oldest first. */
  readonly cosignatures: readonly { readonly witness: string; readonly at: Date; readonly signature: Buffer }[];
}

/** @param day null for any. @returns the latest first */
export async function listNotes(
  db: Database,
  { day = null, limit }: { readonly day?: string | null; readonly limit: number },
): Promise<readonly Note[]> {
  const { rows } = await sql<{
    day: string;
    seq: string;
    size: string;
    body: string;
    signature: Buffer;
    publicKey: string;
    anchor: { signature: string; at: string } | null;
    cosignatures: { witness: string; at: string; signature: string }[];
  }>`
    select n.day::text, c.seq::text, n.size::text, n.body, n.signature, c.public_key as "publicKey",
           (select json_build_object('signature', p.signature, 'at', p.updated_at)
              from checkpoint_anchors a join payment_attempts p on p.signature = a.signature
             where a.day = n.day and p.state = 'CANCELED' order by p.id limit 1) as anchor,
           coalesce((
             select json_agg(json_build_object('witness', s.witness, 'at', s.cosigned_at, 'signature', encode(s.signature, 'hex'))
                             order by s.cosigned_at, s.witness)
               from checkpoint_cosignatures s where s.day = n.day), '[]') as cosignatures
      from checkpoint_notes n join transparency_checkpoints c on c.day = n.day
     where ${day === null ? sql`true` : sql`n.day = ${day}::date`} order by n.day desc limit ${limit}`.execute(db);
  return rows.map(({ seq, size, anchor, cosignatures, ...note }) => ({
    ...note,
    seq: Number(seq),
    size: Number(size),
    anchor: anchor && { signature: anchor.signature, at: new Date(anchor.at) },
    cosignatures: cosignatures.map(({ witness, at, signature }) => ({
      witness,
      at: new Date(at),
      signature: Buffer.from(signature, "hex"),
    })),
  }));
}

/** @returns the key that signs notes of an origin. @param publicKey base64 */
export const logKey = (origin: string, publicKey: string): NoteKey => noteKey("log", origin, publicKey);

/** The whole note: text, empty line, the platform's signature, and those of the witnesses. */
export function noteText({ body, signature, publicKey, cosignatures }: Note): string {
  const [origin = ""] = body.split("\n", 1);
  const lines = cosignatures.flatMap(({ witness, signature: theirs }) => {
    const key = readWitnessKey(witness);
    return key && readCosignature(body, theirs, key) ? [signatureLine(key, theirs)] : [];
  });
  return `${body}\n${signatureLine(logKey(origin, publicKey), signature)}${lines.join("")}`;
}

/** What verifiers need: the platform's keys for notes, the witnesses it asks, and the latest notes. */
export async function getNotes(
  { db, notes, platformWallet }: Pick<Services, "db" | "notes" | "platformWallet">,
  limit: number,
): Promise<LogNotes> {
  const current = currentKey(await listKeys(db, platformWallet));
  const latest = await listNotes(db, { limit });
  // Between a rotation and the next checkpoint, no note is signed with the current key yet.
  const signing = latest[0]?.publicKey ?? current;
  const named = (publicKey: string) => vkeyOf("log", logKey(notes.origin, publicKey));
  return {
    key: named(signing),
    nextKey: current === signing ? null : named(current),
    witnesses: notes.witnesses.map(({ key }) => ({ name: key.name, key: vkeyOf("witness", key) })),
    latest: latest.map(published),
  };
}

function published(note: Note): CheckpointNote {
  const { day, size, anchor, cosignatures } = note;
  return {
    day,
    size,
    text: noteText(note),
    anchor: anchor && { signature: anchor.signature, at: anchor.at.toISOString() },
    cosigned: cosignatures.map(({ witness, at }) => ({
      name: readWitnessKey(witness)?.name ?? witness,
      at: at.toISOString(),
    })),
  };
}
