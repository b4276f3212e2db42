import {
  formatAmount,
  type owedByKind,
  type Transparency,
  type TransparencyCheckpoint,
  type TransparencyEntry,
  type transparencyLogOutput,
} from "@bbux/contract";
import type { Database } from "@bbux/db";
import { heldTotalsSql } from "@bbux/ledger";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Services } from "../../platform/context/index.ts";
import { getReserves } from "../reserves/index.ts";
import { currentKey, listKeys } from "./checkpoint-keys.ts";
import { getNotes } from "./notes.query.ts";
import type { Owed } from "./tree.ts";

export interface EntryRow {
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly amount: string;
  readonly fee_amount: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly description: string;
  readonly created_at: Date;
  readonly prev_hash: string;
  readonly hash: string;
}

/** Columns of a sealed line. */
export const ENTRY: RawBuilder<unknown> = sql`
  l.seq::text, l.id::text, l.type, l.amount::text, l.fee_amount::text, l.changes, l.subject, l.description, l.created_at,
  encode(l.prev_hash, 'hex') as prev_hash, encode(l.hash, 'hex') as hash`;

export function toEntry(row: EntryRow): TransparencyEntry {
  return {
    seq: Number(row.seq),
    id: row.id,
    type: row.type,
    amount: formatAmount(BigInt(row.amount)),
    feeAmount: formatAmount(BigInt(row.fee_amount)),
    changes: formatAll(row.changes),
    subject: row.subject,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

export function formatAll(amounts: Readonly<Record<string, string>>): Record<string, string> {
  const sorted = Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([kind, amount]) => [kind, formatAmount(BigInt(amount))]));
}

export function formatOwed({ escrow, hold, member, stake }: Owed): z.infer<typeof owedByKind> {
  return {
    escrow: formatAmount(escrow),
    hold: formatAmount(hold),
    member: formatAmount(member),
    stake: formatAmount(stake),
  };
}

/** The start of the chain: before the first entry, place 0 and a hash of zeros. */
export const NO_ENTRY = { seq: 0, hash: "0".repeat(64) } as const;

interface Head {
  readonly seq: number;
  readonly hash: string;
}

export async function headOf(db: Database): Promise<Head> {
  const { rows } = await sql<{ seq: string; hash: string }>`
    select seq::text, encode(hash, 'hex') as hash from transparency_sealed l order by l.seq desc limit 1`.execute(db);
  const [row] = rows;
  return row ? { seq: Number(row.seq), hash: row.hash } : NO_ENTRY;
}

/** Returns sealed lines after a place, in order. */
export async function listLog(
  db: Database,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<z.infer<typeof transparencyLogOutput>> {
  const { rows } = await sql<EntryRow>`
    select ${ENTRY} from transparency_sealed l where l.seq > ${after} order by l.seq limit ${limit}`.execute(db);
  // Read after the page, so it is never before the page's end.
  const head = await headOf(db);
  const last = rows.at(-1);
  const next = last && Number(last.seq) < head.seq ? Number(last.seq) : null;
  return { entries: rows.map(toEntry), next, head };
}

interface CheckpointRow {
  readonly day: string;
  readonly seq: string;
  readonly hash: string;
  readonly totals: Readonly<Record<string, string>>;
  readonly members: number;
  readonly liabilities: string;
  readonly root: string;
  readonly body: string;
  readonly signature: string;
  readonly public_key: string;
  readonly created_at: Date;
}

const CHECKPOINT = sql`
  c.day::text, c.seq::text, encode(c.hash, 'hex') as hash, c.totals, c.members, c.liabilities::text, encode(c.root, 'hex') as root,
  c.body, encode(c.signature, 'base64') as signature, c.public_key, c.created_at`;

function toCheckpoint(row: CheckpointRow): TransparencyCheckpoint {
  return {
    day: row.day,
    seq: Number(row.seq),
    hash: row.hash,
    totals: formatAll(row.totals),
    members: row.members,
    liabilities: formatAmount(BigInt(row.liabilities)),
    root: row.root,
    createdAt: row.created_at.toISOString(),
    body: row.body,
    // PostgreSQL breaks base64 into lines.
    signature: row.signature.replaceAll("\n", ""),
    publicKey: row.public_key,
  };
}

/** Newest first. */
export async function listCheckpoints(
  db: Database,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<TransparencyCheckpoint[]> {
  const { rows } = await sql<CheckpointRow>`
    select ${CHECKPOINT} from transparency_checkpoints c
     where ${before === undefined ? sql`true` : sql`c.day < ${before}::date`} order by c.day desc limit ${limit}`.execute(
    db,
  );
  return rows.map(toCheckpoint);
}

/** Returns checkpoints that cover the chain up to a place from `after` on, oldest first. */
export async function checkpointsBetween(db: Database, after: number, to: number): Promise<TransparencyCheckpoint[]> {
  const { rows } = await sql<CheckpointRow>`
    select ${CHECKPOINT} from transparency_checkpoints c
     where c.seq >= ${after} and c.seq <= ${to} order by c.day`.execute(db);
  return rows.map(toCheckpoint);
}

const LATEST = 30;

/** Returns books, chain and checkpoints (docs/DECISIONS.md §6). Ledger and log are read at one moment. */
export async function getTransparency(
  services: Pick<Services, "db" | "databaseNow" | "platformWallet" | "notes">,
): Promise<Transparency> {
  const { db, platformWallet } = services;
  const { rows } = await sql<{
    totals: Record<string, string> | null;
    unsealed: number;
    seq: string | null;
    hash: string | null;
  }>`
    select ${heldTotalsSql()} as totals,
           (select count(*)::int from transparency_pending) as unsealed, h.seq::text, encode(h.hash, 'hex') as hash
      from (select) as one
      left join lateral (
        select seq, hash from transparency_sealed order by seq desc limit 1) h on true`.execute(db);
  const [row] = rows;
  const reserves = await getReserves(services);
  const keys = await listKeys(db, platformWallet);
  return {
    head: row?.seq && row.hash ? { seq: Number(row.seq), hash: row.hash } : NO_ENTRY,
    unsealed: row?.unsealed ?? 0,
    totals: formatAll(row?.totals ?? {}),
    platformWallet: { address: reserves.onChain.hotWallet.address, balance: reserves.onChain.hotWallet.sol },
    reserves,
    publicKey: currentKey(keys),
    keys: [...keys],
    checkpoints: await listCheckpoints(db, { limit: LATEST }),
    notes: await getNotes(services, LATEST),
  };
}
