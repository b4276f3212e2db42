import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { z } from "zod";
import { type Anchor, FIRST_SLOT } from "./clock.ts";
import { readJson, writeJson } from "./json.ts";
import { record, type TransactionRecord } from "./record.ts";
import { type AccountState, packAccount, unpackAccount } from "./vm/accounts.ts";

export interface TransactionRow {
  readonly seq: number;
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly time: number;
  readonly error: unknown;
  /** Formatted as in lists. */
  readonly memo: string | null;
}

/** A transaction that landed, with the accounts it changed. */
export interface Landed extends Omit<TransactionRow, "seq"> {
  readonly messageHash: Uint8Array;
  readonly record: TransactionRecord;
  readonly mentions: ReadonlySet<string>;
  readonly changes: readonly { address: string; before: AccountState | null; after: AccountState | null }[];
}

const SCHEMA = `
  create table if not exists meta (key text primary key, value text not null) without rowid;
  create table if not exists accounts (address text primary key, state blob not null) without rowid;
  create table if not exists transactions (seq integer primary key, signature text not null unique, message blob not null unique,
    slot integer not null, time integer not null, error text not null, memo text, record text not null);
  create table if not exists mentions (address text, seq integer, primary key (address, seq)) without rowid;
  create table if not exists undo (address text, slot integer, state blob, primary key (address, slot)) without rowid;
  create index if not exists undo_slot on undo (slot);`;

const row = z
  .object({
    seq: z.number(),
    signature: z.string(),
    slot: z.number(),
    time: z.number(),
    error: z.string(),
    memo: z.string().nullable(),
  })
  .transform(({ error, ...rest }): TransactionRow => ({ ...rest, error: readJson(error) }));

/** How long to wait for a chain to release its lock after its server was killed. */
const LOCK_TIMEOUT_MS = 3_000;

/** Another process has the data directory open. */
export class StoreInUse extends Error {}

/**
 * The chain on disk: current accounts, every transaction, and what unfinalized transactions changed. It's a SQLite database in
 * write-ahead mode, so startup reads only the accounts, however many transactions there are. Its lock belongs to the kernel,
 * which releases it with the process. Writes collect in one database transaction until {@link durable} commits it.
 */
export class Store {
  readonly #db: DatabaseSync;
  readonly #slotFile: string | null;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: (() => void)[] = [];
  #open = false;

  /** @param dataDir stores everything in the folder `chain` in here; null keeps it in memory only */
  constructor(dataDir: string | null) {
    const dir = dataDir && join(dataDir, "chain");
    if (dataDir && dir) {
      // Others share the parent directory and must be able to traverse it.
      mkdirSync(dataDir, { recursive: true });
      mkdirSync(dir, { recursive: true, mode: 0o700 });
    }
    this.#slotFile = dir && join(dir, "slot");
    this.#db = new DatabaseSync(dir ? join(dir, "chain.db") : ":memory:", { timeout: LOCK_TIMEOUT_MS });
    try {
      this.#db.exec("pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full");
      this.#db.exec(`begin exclusive; ${SCHEMA} commit`);
    } catch (error) {
      if (!String(error).includes("locked")) throw error;
      throw new StoreInUse(
        `The local chain in ${dataDir} is in use by another process: stop that one, or choose another DATA_DIR.`,
      );
    }
  }

  /** The secret that everything random on this chain derives from; created on the first start. */
  seed(): Buffer {
    const known = this.#meta("seed");
    if (known) return Buffer.from(known, "hex");
    const seed = randomBytes(32);
    this.#setMeta("seed", seed.toString("hex"));
    return seed;
  }

  anchor(): Anchor {
    const known = this.#meta("anchor");
    if (known) return z.object({ slot: z.number(), ms: z.number() }).parse(JSON.parse(known));
    const anchor = { slot: FIRST_SLOT, ms: Date.now() };
    this.setAnchor(anchor);
    return anchor;
  }

  setAnchor(anchor: Anchor): void {
    this.#setMeta("anchor", JSON.stringify(anchor));
  }

  /** The newest slot anyone could have seen; it matters only if the wall clock was set back while the chain was stopped. */
  floor(): number {
    const [last] = this.#all("select slot from transactions order by seq desc limit 1");
    const noted = this.#slotFile && Number(readIfThere(this.#slotFile));
    return Math.max(FIRST_SLOT, Number(last?.slot ?? 0), Number.isSafeInteger(noted) ? Number(noted) : 0);
  }

  /** For {@link floor}: no later slot is reported before the next call. */
  noteSlot(slot: number): void {
    if (this.#slotFile) writeFileSync(this.#slotFile, String(slot));
  }

  /** Every account that ever changed, programs last. */
  *accounts(): Generator<readonly [address: string, state: AccountState]> {
    const shape = z.object({ address: z.string(), state: z.instanceof(Uint8Array) });
    for (const each of this.#statement("select address, state from accounts order by substr(state, 49, 1)").iterate()) {
      const { address, state } = shape.parse(each);
      yield [address, unpackAccount(state)];
    }
  }

  putAccount(address: string, state: AccountState | null): void {
    if (state === null) this.#run("delete from accounts where address = ?", address);
    else this.#run("insert or replace into accounts values (?, ?)", address, packAccount(state));
  }

  /** The account at the end of a slot; undefined if it hasn't changed since. */
  accountAt(address: string, slot: number): AccountState | null | undefined {
    const [found] = this.#all(
      "select state from undo where address = ? and slot > ? order by slot limit 1",
      address,
      slot,
    );
    if (!found) return undefined;
    return found.state instanceof Uint8Array ? unpackAccount(found.state) : null;
  }

  /** @param oldest nobody asks for the state of an earlier slot */
  land({ signature, messageHash, slot, time, error, memo, record, mentions, changes }: Landed, oldest: number): void {
    const insert =
      "insert into transactions (signature, message, slot, time, error, memo, record) values (?, ?, ?, ?, ?, ?, ?)";
    const seq = this.#run(insert, signature, messageHash, slot, time, writeJson(error), memo, writeJson(record));
    for (const address of mentions) this.#run("insert into mentions values (?, ?)", address, seq);
    for (const { address, before, after } of changes) {
      // If an account changes several times in a slot, only the first change sees the earlier state.
      this.#run("insert or ignore into undo values (?, ?, ?)", address, slot, before && packAccount(before));
      this.putAccount(address, after);
    }
    this.#run("delete from undo where slot <= ?", oldest);
  }

  /** Forgets what landed after a slot, as far back as {@link land} keeps. @returns the accounts that it changed, as they were before */
  rewind(slot: number): (readonly [address: string, state: AccountState | null])[] {
    const changed = this.#all("select distinct address from undo where slot > ?", slot);
    const before = changed.map(
      ({ address }) => [String(address), this.accountAt(String(address), slot) ?? null] as const,
    );
    for (const [address, state] of before) this.putAccount(address, state);
    this.#run("delete from mentions where seq in (select seq from transactions where slot > ?)", slot);
    this.#run("delete from transactions where slot > ?", slot);
    this.#run("delete from undo where slot > ?", slot);
    this.commit();
    return before;
  }

  transaction(signature: string): TransactionRow | undefined {
    const [found] = this.#all(
      "select seq, signature, slot, time, error, memo from transactions where signature = ?",
      signature,
    );
    return found && row.parse(found);
  }

  /** The slot in which this transaction, or one with the same message, landed. */
  landedIn(signature: string, messageHash: Uint8Array): number | undefined {
    const [found] = this.#all(
      "select slot from transactions where signature = ? or message = ?",
      signature,
      messageHash,
    );
    return found && z.number().parse(found.slot);
  }

  record(seq: number): TransactionRecord {
    const [found] = this.#all("select record from transactions where seq = ?", seq);
    return record.parse(readJson(z.string().parse(found?.record)));
  }

  /** Newest first, in slots up to `upTo`; `before` and `after` are exclusive positions in the list. */
  mentioning(
    address: string,
    { upTo, before, after, limit }: { upTo: number; before: number; after: number; limit: number },
  ) {
    const sql = `select t.seq, t.signature, t.slot, t.time, t.error, t.memo
      from mentions m join transactions t using (seq)
      where m.address = ? and m.seq < ? and m.seq > ? and t.slot <= ? order by m.seq desc limit ?`;
    return this.#all(sql, address, before, after, upTo, limit).map((each) => row.parse(each));
  }

  count(): number {
    return Number(this.#all("select max(seq) as n from transactions")[0]?.n);
  }

  /** Resolves once everything written so far would survive a power failure. Concurrent callers share one disk sync. */
  durable(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.commit());
    });
  }

  commit(): void {
    if (this.#open) this.#db.exec("commit");
    this.#open = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  close(): void {
    this.commit();
    this.#db.close();
  }

  #meta(key: string): string | undefined {
    const [found] = this.#all("select value from meta where key = ?", key);
    return found && z.string().parse(found.value);
  }

  #setMeta(key: string, value: string): void {
    this.#run("insert or replace into meta values (?, ?)", key, value);
    this.commit();
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    if (!this.#open) this.#db.exec("begin");
    this.#open = true;
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  #all(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).all(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = this.#db.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
