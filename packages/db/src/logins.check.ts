import type pg from "pg";
import { allUrls, type Login, LoginError, type Place, ROLES } from "./logins.ts";

/** Tables that only functions of the owner may write. */
const BOOKS = [
  ["ledger_accounts", "ledger_entries", "ledger_transfers", "ledger_snapshots", "ledger_pending", "ledger_totals"],
  ["ledger_waivers", "ledger_transfer_kinds", "state_transitions", "transparency_pending", "transparency_sealed"],
].flat();
/** PostgreSQL's own roles whose members can leave the database or write any table. */
const POWERFUL = [
  ["pg_write_all_data", "pg_execute_server_program", "pg_write_server_files", "pg_read_server_files"],
  ["pg_maintain", "pg_create_subscription", "pg_database_owner"],
].flat();

interface Findings {
  readonly superuser: boolean;
  readonly member: boolean;
  readonly others: string[] | null;
  readonly powers: string[] | null;
  readonly owned: string[] | null;
  readonly writable: string[] | null;
  readonly creates: boolean;
}

/** Everything that the session's login can become counts, whether it has or not. */
const FINDINGS = `
  with own as (select oid, rolname, rolsuper, rolcreaterole, rolreplication, rolbypassrls from pg_roles
                where pg_has_role(session_user, oid, 'member'))
  select (select rolsuper from own where rolname = session_user) as superuser,
    exists (select from own where rolname = $1) as member,
    (select array_agg(rolname::text order by 1) from own where rolname = any ($2)) as others,
    (select array_agg(rolname::text order by 1) from own
      where rolname = any ($3) or rolsuper or rolcreaterole or rolreplication or rolbypassrls) as powers,
    (select array_agg(name order by 1) from (
      select relname::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and relowner in (select oid from own)
      union all
      select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner in (select oid from own)
      union all
      select datname from pg_database where datname = current_database() and datdba in (select oid from own)) as o
    ) as owned,
    (select array_agg(distinct c.relname::text) from pg_class c, own
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = any ($4) or $5)
        and (has_table_privilege(own.oid, c.oid, 'insert, update, delete, truncate, trigger')
             or has_any_column_privilege(own.oid, c.oid, 'insert, update'))) as writable,
    has_schema_privilege('public', 'create') or has_database_privilege(current_database(), 'create') as creates`;

/**
 * Refuses a connection whose login could change the books, or become a role that can: a superuser, the owner of a table, a member
 * of another login's role. A pooler may have chosen another user than the URL's, so this asks the server, about every connection.
 * @param known logins that were examined before; those of this connection are added
 * @param timeouts milliseconds, set in the same round trip
 * @throws LoginError
 */
export async function requireLogin(
  client: Pick<pg.Client, "query">,
  login: Login,
  known: Set<string> = new Set(),
  timeouts: Timeouts = {},
): Promise<void> {
  const { rows } = await client.query<{ session: string; acting: string }>(
    `select ${settingsOf(timeouts)} session_user::text as session, current_user::text as acting`,
  );
  const { session = "", acting = "" } = rows[0] ?? {};
  if (session !== acting)
    throw refusal(
      login,
      session,
      `works as ${acting}: something between us, or alter role … set role, changes its role`,
    );
  if (known.has(session)) return;
  const others = Object.values(ROLES).filter((role) => role !== ROLES[login]);
  const { rows: found } = await client.query<Findings>(FINDINGS, [
    ROLES[login],
    others,
    POWERFUL,
    BOOKS,
    login === "read",
  ]);
  const fault = found[0] && faultOf(found[0], login);
  if (fault) throw refusal(login, session, fault);
  known.add(session);
}

export interface Timeouts {
  readonly statement_timeout?: number;
  readonly idle_in_transaction_session_timeout?: number;
}

/** A part of a select list that sets these for the session: as startup parameters, PgBouncer would refuse them. */
export function settingsOf(timeouts: Timeouts): string {
  return Object.entries(timeouts)
    .map(([name, value]) => `set_config('${name}', '${Number(value)}', false),`)
    .join(" ");
}

/**
 * Refuses a pooled connection whose session doesn't have these from its login: set by us, they would stay in one of the pooler's
 * sessions, and our next statement may run in another.
 * @throws LoginError
 */
export async function requireTimeouts(
  client: Pick<pg.Client, "query">,
  login: Login,
  timeouts: Timeouts,
): Promise<void> {
  const names = Object.keys(timeouts);
  const { rows } = await client.query<{ user: string; name: string; ms: number }>(
    `select session_user::text as user, name, extract(epoch from current_setting(name)::interval) * 1000 as ms
       from unnest($1::text[]) as name`,
    [names],
  );
  const wrong = rows.filter(({ name, ms }) => Number(ms) !== timeouts[name as keyof Timeouts]);
  if (wrong.length === 0) return;
  const user = rows[0]?.user ?? "";
  const changes = wrong.map(({ name }) => `alter role ${user} set ${name} = '${timeouts[name as keyof Timeouts]}ms';`);
  throw new LoginError(
    `The pooler's session of ${user} lacks what DATABASE_${login.toUpperCase()}_URL's login needs. Run: ${changes.join(" ")} Then have the pooler open new connections (PgBouncer: RECONNECT).`,
  );
}

function faultOf(found: Findings, login: Login): string | null {
  const some = (names: string[]) => names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "");
  if (found.superuser) return "is a superuser";
  if (found.owned) return `owns, or can become the owner of, ${some(found.owned)}`;
  if (found.powers) return `has, or can take, the rights of ${some(found.powers)}`;
  if (found.others) return `can become ${some(found.others)}`;
  if (found.writable) return `can write ${some(found.writable)} directly`;
  if (found.creates) return "can create tables or functions (revoke create on schema public from public)";
  if (!found.member) return `is neither ${ROLES[login]} nor a member of it`;
  return null;
}

function refusal(login: Login, user: string, fault: string): LoginError {
  return new LoginError(
    `BBUX won't work on the database as ${user}: this login ${fault}. It needs the rights of ${ROLES[login]} and no others; give it these, or set DATABASE_${login.toUpperCase()}_URL to a login that has them (docs/OPERATIONS.md).`,
  );
}

/**
 * The URL of a login, or of the owner.
 * @param isDirect whether the session has to be one's own
 */
export const urlFor = (place: Place, as: Login | "owner", isDirect = false): string => {
  // The owner's connections need no derived passwords.
  if (as === "owner") return typeof place === "string" ? place : place.owner;
  return isDirect ? allUrls(place).direct[as] : allUrls(place)[as];
};
