import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { z } from "zod";
import { type Anchor, FIRST_SLOT } from "./clock.ts";
import { readJson, writeJson } from "./json.ts";
import { type AccountState, packAccount, unpackAccount } from "./vm/accounts.ts";
import type { InnerInstruction } from "./vm/vm.ts";

/** What is kept of a transaction beside its place in the list. */
export interface TransactionRecord {
  /** base64 */
  readonly bytes: string;
  readonly fee: bigint;
  /** Lamports before and after, by index of the address. */
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
  readonly logs: readonly string[];
  readonly units: bigint;
  readonly inner: readonly (readonly InnerInstruction[])[];
  /** Addresses out of lookup tables, base58. */
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
}

export interface TransactionRow {
  readonly seq: number;
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly time: number;
  readonly error: unknown;
  /** As lists show it. */
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

const big = z.union([z.bigint(), z.number()]).transform(BigInt);
const record = z.object({
  bytes: z.string(),
  fee: big,
  before: z.array(big),
  after: z.array(big),
  logs: z.array(z.string()),
  units: big,
  inner: z.array(
    z.array(
      z.object({
        programIdIndex: z.number(),
        accounts: z.array(z.number()),
        data: z.string(),
        stackHeight: z.number(),
      }),
    ),
  ),
  loaded: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }),
});

/** A chain whose server was killed is still on its way out for a moment. */
const LOCK_PATIENCE_MS = 3_000;

/** Said of a data directory that another process has open. */
export class StoreInUse extends Error {}

/**
 * What the chain has on disk: accounts as they are, every transaction, and what unfinalized transactions changed. A SQLite database in
 * write-ahead mode, so a start reads the accounts only, however many transactions there are; its lock is the kernel's, which
 * frees it with the process. Writes go into one database transaction until {@link durable} commits it.
 */
export class Store {
  readonly #db: DatabaseSync;
  readonly #slotFile: string | null;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: (() => void)[] = [];
  #open = false;

  /** @param dataDir everything goes into its folder `chain`; null for memory only */
  constructor(dataDir: string | null) {
    const dir = dataDir && join(dataDir, "chain");
    if (dataDir && dir) {
      // The directory above is not ours alone: others must get through it.
      mkdirSync(dataDir, { recursive: true });
      mkdirSync(dir, { recursive: true, mode: 0o700 });
    }
    this.#slotFile = dir && join(dir, "slot");
    this.#db = new DatabaseSync(dir ? join(dir, "chain.db") : ":memory:", { timeout: LOCK_PATIENCE_MS });
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

  /** The secret of which everything random on this chain is made; made itself at the first start. */
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

  /** The newest slot that anybody can have seen; matters only when the wall clock was set back while nobody was running. */
  floor(): number {
    const [last] = this.#all("select slot from transactions order by seq desc limit 1");
    const noted = this.#slotFile && Number(readIfThere(this.#slotFile));
    return Math.max(FIRST_SLOT, Number(last?.slot ?? 0), Number.isSafeInteger(noted) ? Number(noted) : 0);
  }

  /** For {@link floor}: no slot beyond this one is said before the next call. */
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

  /** What the address held at the end of a slot: undefined when it has not changed since. */
  accountAt(address: string, slot: number): AccountState | null | undefined {
    const [found] = this.#all(
      "select state from undo where address = ? and slot > ? order by slot limit 1",
      address,
      slot,
    );
    if (!found) return undefined;
    return found.state instanceof Uint8Array ? unpackAccount(found.state) : null;
  }

  /** @param finalized the finalized slot: nobody asks for what was before it */
  land(
    { signature, messageHash, slot, time, error, memo, record, mentions, changes }: Landed,
    finalized: number,
  ): void {
    const insert =
      "insert into transactions (signature, message, slot, time, error, memo, record) values (?, ?, ?, ?, ?, ?, ?)";
    const seq = this.#run(insert, signature, messageHash, slot, time, writeJson(error), memo, writeJson(record));
    for (const address of mentions) this.#run("insert into mentions values (?, ?)", address, seq);
    for (const { address, before, after } of changes) {
      // Of several changes in a slot only the first knows what was before it.
      this.#run("insert or ignore into undo values (?, ?, ?)", address, slot, before && packAccount(before));
      this.putAccount(address, after);
    }
    this.#run("delete from undo where slot <= ?", finalized);
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

  /** Newest first, of slots up to `upTo`; `before` and `after` are places in the list, both exclusive. */
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
    // None is ever removed.
    return Number(this.#all("select max(seq) as n from transactions")[0]?.n);
  }

  /** Resolves when everything written so far would survive a power cut. Those who ask at once share one sync of the disk. */
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
