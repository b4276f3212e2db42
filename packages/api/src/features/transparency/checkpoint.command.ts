import { DAY_MS, TRANSPARENCY } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../context.ts";
import { portionsOf } from "../../snapshot.ts";
import { closeAlert, raiseAlert } from "../chain/alerts.commands.ts";
import { checkpointText, hashOfText } from "./checkpoint.text.ts";
import { buildLiabilityTree, type Liability, type LiabilityTree } from "./liabilities.ts";
import { SEALER, sealSome } from "./seal.command.ts";
import { NO_ENTRY } from "./transparency.queries.ts";

type Needs = Pick<Services, "db" | "now" | "platformWallet" | "failpoint">;

/** It was made, one of the day or a later one is there, or another process is making it. */
export type CheckpointOutcome = "made" | "there" | "busy";

const TURN = 1_000;
const ROWS = 5_000;
const NO_TEXT = "0".repeat(64);

/**
 * Publishes the checkpoint of yesterday (UTC), when there is none: seals what is written, holds the log against the
 * accounts, and signs totals and the tree of what members are owed (DECISIONS 1.8). Any number of processes may try, at
 * once and after a kill anywhere: there is one checkpoint a day.
 * @throws when the log does not add up to the books, which operators are told, or the wallet's secret is not the one that
 *   the books were kept with: nothing is published then
 */
export async function makeCheckpoint(services: Needs): Promise<CheckpointOutcome> {
  const { db } = services;
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtextextended('transparency checkpoint', 0)) as mine`.execute(session);
    if (!rows[0]?.mine) return "busy";
    try {
      return await make(services, session);
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('transparency checkpoint', 0))`.execute(session);
    }
  });
}

async function make(services: Needs, session: Database): Promise<CheckpointOutcome> {
  const at = services.now();
  const day = new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10);
  const later = await sql`select from transparency_checkpoints where day >= ${day}::date limit 1`.execute(session);
  if (later.rows.length > 0) return "there";
  await demandSameWallet(session, services.platformWallet.address);
  const books = await readSealed(session);
  const difference = differenceOf(books.accounts, books.log);
  if (difference !== null) {
    const detail = `The transparency log does not add up to the books: ${difference}`;
    await raiseAlert(services, { kind: "log_mismatch", subject: "transparency", detail });
    throw new Error(detail);
  }
  await closeAlert(services, "log_mismatch", "transparency");
  await services.failpoint("checkpoint.sealed");
  const tree = await buildLiabilityTree(books.liabilities);
  const body = checkpointText({
    ...{ day, at, previous: books.previous, seq: books.seq, hash: books.hash, totals: books.accounts },
    ...{ members: tree.shares.length, liabilities: tree.root.sum, root: tree.root.hash },
  });
  await session.transaction().execute(async (trx) => {
    await unhurried(trx);
    await store(trx, services, { day, at, body, books, tree });
    await services.failpoint("checkpoint.uncommitted");
  });
  return "made";
}

/** Another secret has another key for checkpoints, which nobody could tell from a forger's. */
async function demandSameWallet(db: Database, address: string): Promise<void> {
  const { hot_address: known } = await db.selectFrom("chain_state").select("hot_address").executeTakeFirstOrThrow();
  if (known !== null && known !== address) throw new Error(`The books were kept with the wallet ${known}`);
}

interface SealedBooks {
  readonly seq: number;
  readonly hash: string;
  readonly previous: string;
  /** By kind of account, what is not 0: by the accounts, and by the log. */
  readonly accounts: Readonly<Record<string, bigint>>;
  readonly log: Readonly<Record<string, bigint>>;
  readonly liabilities: readonly Liability[];
}

/**
 * Log and accounts as they stood at one moment, with every line of that moment sealed. The lock of the sealers is taken
 * before the moment, and by the session: what its holder before has committed is part of it.
 */
async function readSealed(session: Database): Promise<SealedBooks> {
  await sql`select pg_advisory_lock(${SEALER})`.execute(session);
  try {
    return await session
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        await unhurried(trx);
        while ((await sealSome(trx, TURN)) === TURN);
        return readBooks(trx);
      });
  } finally {
    await sql`select pg_advisory_unlock(${SEALER})`.execute(session);
  }
}

async function readBooks(trx: Transaction<DB>): Promise<SealedBooks> {
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
           (select jsonb_object_agg(kind, total::text) from (
              select kind, sum(balance) as total from ledger_balances group by kind having sum(balance) <> 0) t) as accounts,
           (select jsonb_object_agg(kind, total::text) from (
              select kind, sum(amount) as total from moved group by kind having sum(amount) <> 0) t) as log`.execute(
    trx,
  );
  const [row] = rows;
  const owed = sql<{ owner: string; amount: string }>`
    select owner, sum(balance)::text as amount from ledger_accounts
     where kind in ('member', 'stake') group by owner having sum(balance) > 0`;
  const liabilities: Liability[] = [];
  for await (const { owner, amount } of portionsOf(trx, owed, ROWS)) {
    liabilities.push({ memberId: owner, amount: BigInt(amount) });
  }
  return {
    seq: row?.seq ? Number(row.seq) : NO_ENTRY.seq,
    hash: row?.hash ?? NO_ENTRY.hash,
    previous: row?.previous ? hashOfText(row.previous) : NO_TEXT,
    accounts: amountsOf(row?.accounts),
    log: amountsOf(row?.log),
    liabilities,
  };
}

function amountsOf(texts: Record<string, string> | null | undefined): Record<string, bigint> {
  return Object.fromEntries(Object.entries(texts ?? {}).map(([kind, amount]) => [kind, BigInt(amount)]));
}

/** @returns what differs, in words; null when nothing does */
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
  { platformWallet }: Needs,
  made: { day: string; at: Date; body: string; books: SealedBooks; tree: LiabilityTree },
): Promise<void> {
  const { day, at, body, books, tree } = made;
  const totals = Object.fromEntries(Object.entries(books.accounts).map(([kind, total]) => [kind, total.toString()]));
  await sql`
    insert into transparency_checkpoints
      (day, seq, hash, totals, members, liabilities, root, body, signature, public_key, created_at)
    values (${day}::date, ${books.seq}, decode(${books.hash}, 'hex'), ${JSON.stringify(totals)}::jsonb, ${tree.shares.length},
            ${tree.root.sum.toString()}::numeric, decode(${tree.root.hash}, 'hex'), ${body},
            ${Buffer.from(platformWallet.signCheckpoint(body))}, ${platformWallet.checkpointKey()}, ${at})`.execute(
    trx,
  );
  for (const [level, nodes] of tree.levels.entries()) {
    await sql`insert into liability_levels (day, level, nodes) values (${day}::date, ${level}, ${nodes})`.execute(trx);
  }
  for (let from = 0; from < tree.shares.length; from += ROWS) {
    const rows = tree.shares.slice(from, from + ROWS).map(({ memberId, amount, positions, amounts, nonces }) => ({
      ...{ member: memberId, amount: amount.toString(), positions: `{${positions}}`, amounts: `{${amounts}}` },
      nonces: `{${nonces.map((nonce) => `"\\\\x${nonce.toString("hex")}"`)}}`,
    }));
    await sql`
      insert into liability_shares (day, user_id, amount, positions, amounts, nonces)
      select ${day}::date, x.member::bigint, x.amount::bigint, x.positions::integer[], x.amounts::bigint[], x.nonces::bytea[]
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as x (member text, amount text, positions text, amounts text, nonces text)
       where x.member ~ '^[0-9]{1,18}$'`.execute(trx);
  }
  const kept = sql`(select day from transparency_checkpoints order by day desc limit ${TRANSPARENCY.treesKept})`;
  await sql`delete from liability_levels where day not in ${kept}`.execute(trx);
  await sql`delete from liability_shares where day not in ${kept}`.execute(trx);
}

/** A whole tree takes longer than a statement of a request may. */
async function unhurried(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = '4min'`.execute(trx);
}
