import { isCheckpointSigned, isEndorsed, type WalletView } from "@bbux/chain";
import { OWED_KINDS } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { legsSql } from "@bbux/ledger";
import { sql } from "kysely";
import { keyOfDay, listKeys, readSuccessors, rootOfTree } from "../transparency/index.ts";
import type { BooksCheck } from "./books-check.ts";
import type { Findings, Problem } from "./findings.ts";

/** Rows read per check; the rest are ignored. */
const MOST = 1_000;
/** The sealer runs every second, and a line's age includes how long its transaction took. */
const LATE = sql`interval '1 minute'`;

/**
 * Every transfer has lines that add up to its effect on each kind of account, and every money-moving line has a
 * transfer.
 */
const lines: BooksCheck = sql`
  select 'LOG_LINES' as finding, coalesce('transfer ' || e.transfer_id, 'transfer ' || l.transfer_id, 'a line without a transfer')
           as subject,
         format('%s %s in the entries, %s in the log', coalesce(e.kind, l.kind), coalesce(e.total, 0), coalesce(l.total, 0)) as detail
    from (select transfer_id, kind, sum(amount) as total
            from ${legsSql()} as leg group by 1, 2 having sum(amount) <> 0) e
    full join (select x.transfer_id, c.key as kind, sum(c.value::numeric) as total
                 from transparency_log x, jsonb_each_text(x.changes) c group by 1, 2) l
      on l.transfer_id = e.transfer_id and l.kind = e.kind
   where e.total is distinct from l.total`;

/** Places have no gaps, and each has the previous hash and the hash of its content. */
const chain: BooksCheck = sql`
  select 'LOG_CHAIN' as finding, 'entry ' || c.seq as subject,
         case when c.seq <> c.nth then format('stands at place %s', c.nth)
              when c.prev_hash <> c.before then 'does not carry the hash of the one before'
              else 'says something else than was sealed' end as detail
    from (select s.seq, row_number() over w as nth, s.prev_hash, s.hash,
                 coalesce(lag(s.hash) over w, decode(repeat('00', 32), 'hex')) as before,
                 transparency_hash((s.id, s.type, s.amount, s.fee_amount, s.changes, s.subject, s.description, s.transfer_id,
                                    s.created_at)::transparency_pending, s.seq, s.prev_hash) as computed
            from transparency_sealed s window w as (order by s.seq)) c
   where c.seq <> c.nth or c.prev_hash <> c.before or c.hash <> c.computed`;

/** A checkpoint matches the chain at its place, and its tree matches what members had. */
const checkpoints: BooksCheck = sql`
  with days as (select c.*, row_number() over (order by day) as nth from transparency_checkpoints c),
  moved as (
    select width_bucket(s.seq - 1, (select array_agg(seq order by nth) from days)) + 1 as nth, x.key as kind,
           sum(x.value::numeric) as amount
      from transparency_sealed s, jsonb_each_text(s.changes) x where exists (select from days) group by 1, 2
  )
  select 'LOG_CHECKPOINT' as finding, 'checkpoint of ' || d.day as subject,
         case when h.hash is distinct from d.hash and d.seq > 0 then 'names another hash for entry ' || d.seq
              when d.totals is distinct from t.totals then format('totals %s, entries %s', d.totals, t.totals)
              else format('its tree comes to %s', d.liabilities) end as detail
    from days d
    left join transparency_sealed h on h.seq = d.seq
    cross join lateral (
      select coalesce(jsonb_object_agg(kind, total::text) filter (where total <> 0), '{}') as totals,
             coalesce(sum(total) filter (where kind in ('member', 'stake')
               or kind in ('escrow', 'hold') and not starts_with(d.body, 'bbux-checkpoint-v1')), 0) as owed
        from (select kind, sum(amount) as total from moved m where m.nth <= d.nth group by kind) k) t
   where (h.hash is distinct from d.hash and d.seq > 0) or d.totals is distinct from t.totals or d.liabilities <> t.owed`;

const late: BooksCheck = sql`
  select 'LOG_UNSEALED' as finding, 'line ' || id as subject, 'waits since ' || created_at as detail
    from transparency_pending where created_at < clock_timestamp() - ${LATE}`;

/** Every check of the log against the books and itself, one snapshot each. */
export const logChecks: readonly BooksCheck[] = [lines, chain, checkpoints];

/** Audits the log on its own, and whether it is sealed in time. Empty when everything is right. */
export async function auditLog(db: Database): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const check of [...logChecks, late]) {
    const { rows } =
      await sql<Problem>`select * from (${check}) as found order by finding, subject limit ${MOST}`.execute(db);
    problems.push(...rows);
  }
  return problems;
}

/** Verifies that this platform's key of the day signed every checkpoint, and that the stored trees come to the signed roots and totals. */
export async function auditCheckpoints(db: Database, findings: Findings, wallet: WalletView): Promise<void> {
  const { rows } = await sql<{
    day: string;
    body: string;
    signature: Buffer;
    key: string;
    root: string;
    totals: Record<string, string>;
  }>`
    select day::text, body, signature, public_key as key, encode(root, 'hex') as root, totals
      from transparency_checkpoints order by day`.execute(db);
  const keys = await listKeys(db, wallet);
  for (const successor of await readSuccessors(db)) {
    const previous = keys[successor.version - 2]?.publicKey ?? "";
    if (isEndorsed(successor, previous)) continue;
    const subject = `checkpoint key ${successor.version}`;
    findings.add({ finding: "LOG_CHECKPOINT", subject, detail: "isn't endorsed by the key before it" });
  }
  for (const { day, body, signature, key, root, totals } of rows) {
    const add = (detail: string) =>
      findings.add({ finding: "LOG_CHECKPOINT", subject: `checkpoint of ${day}`, detail });
    if (key !== keyOfDay(keys, day) || !isCheckpointSigned(key, body, signature)) {
      add("is not signed with the key of its day");
    }
    const kept = await rootOfTree(db, day);
    if (kept === null) continue;
    const isSame = OWED_KINDS.every((kind) => kept.owed[kind] === BigInt(totals[kind] ?? 0));
    if (kept.hash !== root || !isSame) add("is kept with another tree");
  }
}
