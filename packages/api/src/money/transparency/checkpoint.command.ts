import { isCheckpointSigned, noteBody } from "@bbux/chain";
import { DAY_MS, OWED_KINDS } from "@bbux/contract";
import type { Database, DB, Lease } from "@bbux/db";
import { heldTotalsSql } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { checkpointText, hashOfText } from "./checkpoint.text.ts";
import { adoptKeys, alone, keyOfDay, listKeys } from "./checkpoint-keys.ts";
import { treeUpTo } from "./leaves.query.ts";
import type { LogTree } from "./log-tree.ts";
import { type Liabilities, readOwed } from "./owed.query.ts";
import { SEALER, sealSome } from "./seal.command.ts";
import { sharesOf } from "./shares.ts";
import { storeTree } from "./store-tree.command.ts";
import { NO_ENTRY } from "./transparency.queries.ts";
import { buildTree, type Tree } from "./tree.ts";

type Needs = Pick<Services, "db" | "now" | "databaseNow" | "platformWallet" | "signer" | "failpoint" | "notes">;

/** It was made, or one of that day or later exists. */
export type CheckpointOutcome = "made" | "there";

const TURN = 1_000;
const ATTEMPTS = 100;
/** A line that is gone from the queue, or a place in the chain that is taken. */
const SEALED_MEANWHILE = new Set(["40001", "23505"]);
const NO_TEXT = "0".repeat(64);

/**
 * Publishes yesterday's checkpoint (UTC) if there is none: seals pending lines, compares the log with the accounts, and
 * signs the totals and the tree of what members are owed (docs/DECISIONS.md 1.8). Concurrent and killed runs still
 * publish one checkpoint per day.
 * @throws when the log doesn't match the books, which operators are alerted to, or the wallet's secret isn't the one
 * that
 *   the books were kept with; nothing is published then
 */
export async function makeCheckpoint(services: Needs): Promise<CheckpointOutcome> {
  return alone(services, (lease) => make(services, lease));
}

async function make(services: Needs, lease: Lease): Promise<CheckpointOutcome> {
  const { db } = services;
  // A process whose clock is ahead doesn't close a day that isn't over.
  const at = await services.databaseNow();
  const day = new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10);
  const later = await sql`select from transparency_checkpoints where day >= ${day}::date limit 1`.execute(db);
  if (later.rows.length > 0) return "there";
  await requireSameWallet(db, services.platformWallet.address);
  await adoptKeys(services, lease);
  const books = await readSealed(db, services.platformWallet.address);
  const difference = differenceOf(books.accounts, books.log);
  if (difference !== null) {
    const detail = `The transparency log does not add up to the books: ${difference}`;
    await raiseAlert(services, { kind: "log_mismatch", subject: "transparency", detail });
    throw new Error(detail);
  }
  await closeAlert(services, "log_mismatch", "transparency");
  await services.failpoint("checkpoint.sealed");
  const { members, platform } = books.owed;
  const isHolding = OWED_KINDS.some((kind) => platform.owed[kind] > 0n);
  const tree = await buildTree(await sharesOf(day, isHolding ? [...members, platform] : members));
  const body = checkpointText({
    day,
    at,
    previous: books.previous,
    seq: books.seq,
    hash: books.hash,
    totals: books.accounts,
    members: members.length,
    liabilities: liabilitiesOf(tree),
    root: tree.root.hash,
  });
  const publicKey = keyOfDay(await listKeys(db, services.platformWallet), day);
  const checked = (signed: string, by: Uint8Array) => {
    if (!isCheckpointSigned(publicKey, signed, by))
      throw new Error(`The signer doesn't sign with the key ${publicKey}`);
    return by;
  };
  const signature = checked(body, await services.signer.signCheckpoint(body));
  const log = await treeUpTo(db, books.seq);
  log.add(Buffer.from(hashOfText(body), "hex"));
  const text = noteBody(services.notes.origin, log.size, log.root());
  const note = { log, body: text, signature: checked(text, await services.signer.signNote(text, day)) };
  await lease.write(db, async (trx) => {
    await unhurried(trx);
    await store(trx, { day, at, body, signature, publicKey, books, tree });
    await storeNote(trx, day, note);
    await services.failpoint("checkpoint.uncommitted");
  });
  return "made";
}

/** Another secret has another checkpoint key, which readers couldn't tell from a forger's. */
async function requireSameWallet(db: Database, address: string): Promise<void> {
  const { hot_address: known } = await db.selectFrom("chain_state").select("hot_address").executeTakeFirstOrThrow();
  if (known !== null && known !== address) throw new Error(`The books were kept with the wallet ${known}`);
}

interface SealedBooks {
  readonly seq: number;
  readonly hash: string;
  readonly previous: string;
  /** Nonzero totals by kind of account: by the accounts, and by the log. */
  readonly accounts: Readonly<Record<string, bigint>>;
  readonly log: Readonly<Record<string, bigint>>;
  readonly owed: Liabilities;
}

/**
 * Reads log and accounts as of one moment, with every line of that moment sealed. That moment is before the sealers' lock is
 * obtained: if another sealer committed in between, what it sealed can't be sealed again, and the next moment is tried.
 */
async function readSealed(db: Database, address: string): Promise<SealedBooks> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (trx) => {
          await unhurried(trx);
          await sql`select pg_advisory_xact_lock(${SEALER})`.execute(trx);
          while ((await sealSome(trx, TURN)) === TURN);
          return readBooks(trx, address);
        });
    } catch (error) {
      if (!isSealedMeanwhile(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

function isSealedMeanwhile(error: unknown): boolean {
  return error instanceof Error && "code" in error && SEALED_MEANWHILE.has(String(error.code));
}

async function readBooks(trx: Transaction<DB>, address: string): Promise<SealedBooks> {
  const { rows } = await sql<{
    seq: string | null;
    hash: string | null;
    previous: string | null;
    accounts: Record<string, string> | null;
    log: Record<string, string> | null;
  }>`
    with last as (select seq, body, totals from transparency_checkpoints order by day desc limit 1),
    head as (select seq, hash from transparency_sealed order by seq desc limit 1),
    moved as (
      select key as kind, value::numeric as amount from last, jsonb_each_text(last.totals)
      union all
      select c.key, c.value::numeric from transparency_sealed l, jsonb_each_text(l.changes) c
       where l.seq > coalesce((select seq from last), 0)
    )
    select (select seq from head)::text as seq, (select encode(hash, 'hex') from head) as hash, (select body from last) as previous,
           ${heldTotalsSql()} as accounts,
           (select jsonb_object_agg(kind, total::text) from (
              select kind, sum(amount) as total from moved group by kind having sum(amount) <> 0) t) as log`.execute(
    trx,
  );
  const [row] = rows;
  const accounts = amountsOf(row?.accounts);
  return {
    seq: row?.seq ? Number(row.seq) : NO_ENTRY.seq,
    hash: row?.hash ?? NO_ENTRY.hash,
    previous: row?.previous ? hashOfText(row.previous) : NO_TEXT,
    accounts,
    log: amountsOf(row?.log),
    owed: await readOwed(trx, accounts, address),
  };
}

function amountsOf(texts: Record<string, string> | null | undefined): Record<string, bigint> {
  return Object.fromEntries(Object.entries(texts ?? {}).map(([kind, amount]) => [kind, BigInt(amount)]));
}

/** @returns the differences as a sentence, or null */
function differenceOf(accounts: SealedBooks["accounts"], log: SealedBooks["log"]): string | null {
  const kinds = [...new Set([...Object.keys(accounts), ...Object.keys(log)])].sort();
  const differing = kinds.filter((kind) => (accounts[kind] ?? 0n) !== (log[kind] ?? 0n));
  if (differing.length === 0) return null;
  return differing
    .map((kind) => `${kind} ${accounts[kind] ?? 0n} in the books, ${log[kind] ?? 0n} in the log`)
    .join("; ");
}

async function store(
  trx: Transaction<DB>,
  made: {
    day: string;
    at: Date;
    body: string;
    signature: Uint8Array;
    publicKey: string;
    books: SealedBooks;
    tree: Tree;
  },
): Promise<void> {
  const { day, at, body, signature, publicKey, books, tree } = made;
  const totals = Object.fromEntries(Object.entries(books.accounts).map(([kind, total]) => [kind, total.toString()]));
  await sql`
    insert into transparency_checkpoints
      (day, seq, hash, totals, members, liabilities, root, body, signature, public_key, created_at)
    values (${day}::date, ${books.seq}, decode(${books.hash}, 'hex'), ${JSON.stringify(totals)}::jsonb, ${books.owed.members.length},
            ${liabilitiesOf(tree).toString()}::numeric, decode(${tree.root.hash}, 'hex'), ${body},
            ${Buffer.from(signature)}, ${publicKey}, ${at})`.execute(trx);
  await storeTree(trx, day, tree, books.owed.members);
}

async function storeNote(
  trx: Transaction<DB>,
  day: string,
  { log, body, signature }: { log: LogTree; body: string; signature: Uint8Array },
): Promise<void> {
  await sql`
    insert into checkpoint_notes (day, size, frontier, body, signature)
    values (${day}::date, ${log.size}, ${log.frontier}, ${body}, ${Buffer.from(signature)})`.execute(trx);
}

function liabilitiesOf({ root }: Tree): bigint {
  return OWED_KINDS.reduce((sum, kind) => sum + root.owed[kind], 0n);
}

/** A whole tree takes longer than a request's statement may. */
async function unhurried(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = '4min'`.execute(trx);
}
