import { type Kysely, sql } from "kysely";
import { codeOf, messageOf } from "./pg-error.ts";

/** Owns the schema and everything in it. Nobody can sign in as it; the user of DATABASE_URL is a member, to migrate (docs/adr/0022). */
export const OWNER = "bbux_owner";

const ATTEMPTS = 20;
/** Another database of the server makes the same role at this moment. */
const PASSING = new Set(["42710", "23505", "XX000"]);
const NOT_ALLOWED = "42501";

/**
 * Gives what the user of DATABASE_URL has made, in this release or an earlier one, to a role of its own. Each object in a statement of
 * its own, so that this never waits for one table while it locks another; meanwhile and afterwards the user has the role's rights.
 * @param user a connection of the user of DATABASE_URL
 * @returns null, or a sentence for the operator if this server doesn't allow it: everything works as it did
 */
export async function handOver<DB>(user: Kysely<DB>): Promise<string | null> {
  return user.connection().execute(async (session) => {
    try {
      await ensureOwner(session);
      for (const change of await changes(session)) await sql.raw(inTurn(change)).execute(session);
      return null;
    } catch (error) {
      if (codeOf(error) !== NOT_ALLOWED) throw error;
      return refusal(await nameOf(session), error);
    }
  });
}

/** One transaction; processes that start together take turns with each change, which may then be made already. */
function inTurn(change: string): string {
  return `do $turn$ begin perform pg_advisory_xact_lock(hashtext('bbux owner')); ${change}; end $turn$`;
}

/** Makes the role, with the user as a member who has its rights. */
async function ensureOwner<DB>(session: Kysely<DB>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ exists: boolean; usable: boolean }>`
      select count(*) > 0 as exists, coalesce(bool_or(pg_has_role(oid, 'usage')), false) as usable
        from pg_roles where rolname = ${OWNER}`.execute(session);
    const { exists = false, usable = false } = rows[0] ?? {};
    if (usable) return;
    const change = exists ? `grant ${OWNER} to ${quoted(await nameOf(session))}` : `create role ${OWNER} nologin`;
    try {
      await sql.raw(change).execute(session);
    } catch (error) {
      if (!PASSING.has(codeOf(error)) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * What to run, in this order: only the owner of a schema gives it away, and only someone who may create in it can be given what is
 * there. Functions come last, because they work with the rights of their owner on tables.
 */
async function changes<DB>(session: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ change: string }>`
    with ours as (
      select oid, nspname, nspowner from pg_namespace where nspname in ('public', 'pgboss')
    ), extended as (
      select classid, objid from pg_depend where deptype = 'e'
    ), made as (
      select 1 as step, format('schema %I', nspname) as object, nspowner as owner from ours
      union all
      select 2, case c.relkind when 'S' then 'sequence ' when 'v' then 'view ' when 'm' then 'materialized view ' else 'table ' end
                || c.oid::regclass, c.relowner
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
         and not exists (select from extended e where e.classid = 'pg_class'::regclass and e.objid = c.oid)
         -- The sequence of a column follows its table.
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                            and c.relkind = 'S' and d.deptype in ('a', 'i'))
      union all
      select 2, 'type ' || t.oid::regtype, t.typowner from pg_type t
       where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
         and not exists (select from extended e where e.classid = 'pg_type'::regclass and e.objid = t.oid)
      union all
      select 3, 'routine ' || p.oid::regprocedure, p.proowner from pg_proc p
       where p.pronamespace = 'public'::regnamespace
         and not exists (select from extended e where e.classid = 'pg_proc'::regclass and e.objid = p.oid)
    )
    select format('alter %s owner to ${sql.raw(OWNER)}', object) as change from made
     where owner <> ${sql.lit(OWNER)}::regrole and pg_has_role(owner, 'usage') order by step, object`.execute(session);
  const { rows: lacking } = await sql<{ change: string }>`
    select format('grant usage, create on schema public to %I', ${OWNER}::text) as change
     where not (has_schema_privilege(${OWNER}, 'public', 'usage') and has_schema_privilege(${OWNER}, 'public', 'create'))`.execute(
    session,
  );
  return [...lacking, ...rows].map(({ change }) => change);
}

async function nameOf<DB>(session: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user::text as name`.execute(session);
  return rows[0]?.name ?? "";
}

function refusal(user: string, error: unknown): string {
  return `The tables belong to ${user}, the user of DATABASE_URL, because the server doesn't let it give them to the role ${OWNER} (${messageOf(error)}). BBUX works all the same. To change it, have an administrator run: create role ${OWNER}; grant ${OWNER} to ${quoted(user)}; grant usage, create on schema public to ${OWNER};`;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
