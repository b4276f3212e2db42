import type { Database } from "@bbux/db";
import { ACCOUNT_KINDS, type Leg, postSql } from "@bbux/ledger";
import { sql } from "kysely";
import type { Case, Parties } from "./ledger.cases.ts";

/** A script's variables: two random accounts, and a cause that is unique across clients and runs. */
const HEAD = (accounts: number) => `\\set a random(1, ${accounts})
\\set b random(1, ${accounts})
\\set n :n + 1
`;
const CAUSE = "(:run || '-' || :client_id || '-' || :n)";
const PARTIES: Parties = {
  a: sql.raw<string>("(:a)::text"),
  b: sql.raw<string>("(:b)::text"),
  cause: sql.raw<string>(CAUSE),
};

/** Our own call, exactly as the platform sends it, for pgbench to send: what remains is the database's share. */
export function oursScript(db: Database, { transfer }: Case, accounts: number): string {
  const call = sql`select transfer_id, replayed from ${postSql(transfer(PARTIES))}`.compile(db);
  const text = call.sql.replaceAll(/\$(\d+)/g, (_, n: string) => literal(call.parameters[Number(n) - 1]));
  return `${HEAD(accounts)}${oneLine(text)};\n`;
}

function literal(value: unknown): string {
  return Array.isArray(value) ? `'{${value.join(",")}}'` : `'${String(value)}'`;
}

/**
 * How a bare script posts the leg of the shared account: a row appended for a later roll-up, like ours, or one row that every
 * posting updates.
 */
export type HotLeg = "appended" | "one row";

interface Line {
  readonly leg: Leg;
  readonly owner: string;
  readonly name: string;
  /** Update, insert, or append: yields `…_id`, `…_balance`, `…_version`, or nothing for an appended leg. */
  readonly write: string;
  readonly appended: boolean;
}

function linesOf({ transfer, opens }: Case, hotLeg: HotLeg): Line[] {
  const text = (value: unknown) => (value === PARTIES.a ? "(:a)::text" : value === PARTIES.b ? "(:b)::text" : CAUSE);
  return transfer(PARTIES).legs.map((leg, i) => {
    const { account, amount } = leg;
    const name = `l${i + 1}`;
    const owner = typeof leg.owner === "string" ? `'${leg.owner}'` : text(leg.owner);
    const appended = ACCOUNT_KINDS[account].hot && hotLeg === "appended";
    const returning = `returning id as ${name}_id, balance as ${name}_balance, version as ${name}_version`;
    const write = appended
      ? `insert into bare.pending (account_id, amount) values (${hotId(account)}, ${amount})`
      : account === opens
        ? `insert into bare.accounts (kind, owner, balance, version) values ('${account}', ${owner}, ${amount}, 1) ${returning}`
        : `update bare.accounts set balance = balance + (${amount}), version = version + 1
             where kind = '${account}' and owner = ${owner} ${returning}`;
    return { leg, owner, name, write, appended };
  });
}

function hotId(account: Leg["account"]): number {
  return account === "treasury" ? -1 : -2;
}

/** The contents of a bare transfer row, same as ours. */
function transferRow({ transfer }: Case, lines: number): string {
  const { kind, reason } = transfer(PARTIES);
  return `insert into bare.transfers (kind, cause, idempotency_key, reason, refs, lines)
    values ('${kind}', ${CAUSE}, '${kind}:' || ${CAUSE}, '${reason}', '{}', ${lines}) returning id`;
}

const ENTRIES = "insert into bare.entries (transfer_id, account_id, amount, balance_after, version, line, lines)";

/** Updates shared rows last, so that they are locked as briefly as a script can manage. */
const sharedLast = (lines: readonly Line[]) =>
  lines.toSorted((x, y) => Number(ACCOUNT_KINDS[x.leg.account].hot) - Number(ACCOUNT_KINDS[y.leg.account].hot));

/** The same rows, written by plain statements in one transaction, a round trip each, like a typical pgbench script. */
export function bareScript(what: Case, accounts: number, hotLeg: HotLeg): string {
  const lines = linesOf(what, hotLeg);
  const values = lines.map(({ leg, name, appended }, i) => {
    const [id, balance, version] = appended
      ? [hotId(leg.account), "null", "null"]
      : [`:${name}_id`, `:${name}_balance`, `:${name}_version`];
    return `(:t_id, ${id}, ${leg.amount}, ${balance}, ${version}, ${i + 1}, ${lines.length})`;
  });
  const statements = [
    "begin;",
    `${oneLine(transferRow(what, lines.length))} as t_id \\gset`,
    ...sharedLast(lines).map(({ write, appended }) => `${oneLine(write)}${appended ? ";" : " \\gset"}`),
    `${ENTRIES} values ${values.join(", ")};`,
    "commit;",
  ];
  return `${HEAD(accounts)}${statements.join("\n")}\n`;
}

/** The same rows, written by one statement: no guarantee, no function, one round trip. The hardest to match. */
export function oneStatementScript(what: Case, accounts: number): string {
  const lines = linesOf(what, "appended");
  const parts = lines.map(({ name, write, appended }) => `${name} as (${write}${appended ? " returning amount" : ""})`);
  const entries = lines.map(({ leg, name, appended }, i) => {
    const account = appended
      ? `${hotId(leg.account)}::bigint, ${leg.amount}::bigint, null::bigint, null::bigint`
      : `${name}_id, ${leg.amount}::bigint, ${name}_balance, ${name}_version`;
    return `select t.id, ${account}, ${i + 1}, ${lines.length} from t, ${name}`;
  });
  const text = `with t as (${transferRow(what, lines.length)}), ${parts.join(", ")} ${ENTRIES} ${entries.join(" union all ")}`;
  return `${HEAD(accounts)}${oneLine(text)};\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
