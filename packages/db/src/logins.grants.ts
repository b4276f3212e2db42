import { type Kysely, sql } from "kysely";
import { ROLES } from "./logins.ts";

/** What signs people in; nobody who only reads needs it. */
const PRIVATE_TABLES = ["sessions", "refresh_tokens", "password_resets", "email_verifications", "idempotency_keys"];
const PRIVATE_COLUMNS = ["users.password_hash"];

/**
 * Gives the other logins what follows from the grants of the app's, and takes what doesn't: workers have the same rights, and
 * readers may read what the app reads except secrets. So a migration only grants to `bbux_app`.
 * @param owner a connection of the owner
 */
export async function shareGrants<DB>(owner: Kysely<DB>): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    // Two at once would change the same rows of the catalog.
    await sql`select pg_advisory_xact_lock(hashtext('bbux grants'))`.execute(trx);
    const changes = await differences(trx);
    if (changes.length > 0) await sql.raw(`do $grants$ begin\n${changes.join(";\n")};\nend $grants$`).execute(trx);
  });
}

async function differences<DB>(owner: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ change: string }>`
    with granted as (
      select grantee, case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass as object, privilege_type as privilege
        from pg_class c, aclexplode(c.relacl) where c.relnamespace = 'public'::regnamespace
      union all
      select grantee, 'table ' || c.oid::regclass, format('%s (%I)', privilege_type, a.attname)
        from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) where c.relnamespace = 'public'::regnamespace
      union all
      select grantee, 'function ' || p.oid::regprocedure, privilege_type
        from pg_proc p, aclexplode(p.proacl) where p.pronamespace = 'public'::regnamespace
      union all
      select grantee, 'schema ' || nspname, privilege_type from pg_namespace, aclexplode(nspacl) where nspname = 'public'
    ), theirs as (
      select r.rolname::text as login, g.object, g.privilege from granted g join pg_roles r on r.oid = g.grantee
    ), wanted as (
      select ${ROLES.jobs} as login, object, privilege from theirs where login = ${ROLES.app}
      union
      select ${ROLES.read}, object, privilege from theirs
       where login = ${ROLES.app} and (privilege = 'USAGE' and object like 'schema %' or privilege = 'SELECT')
         and object <> all (select 'table ' || name from unnest(${PRIVATE_TABLES}::text[]) as name)
         and object <> all (select 'table ' || split_part(name, '.', 1) from unnest(${PRIVATE_COLUMNS}::text[]) as name)
      union
      select ${ROLES.read}, 'table ' || a.attrelid::regclass, format('SELECT (%I)', a.attname)
        from unnest(${PRIVATE_COLUMNS}::text[]) as name
        join pg_attribute a on a.attrelid = to_regclass('public.' || split_part(name, '.', 1))
       where a.attnum > 0 and not a.attisdropped and a.attname <> split_part(name, '.', 2)
      union
      select ${ROLES.read}, object, privilege from theirs
       where login = ${ROLES.app} and object in (
         select 'function ' || oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and provolatile <> 'v')
    ), now as (
      select * from theirs where login in (${ROLES.jobs}, ${ROLES.read})
    )
    select format('revoke %s on %s from %I', privilege, object, login) as change
      from (select * from now except select * from wanted) as gone
    union all
    select format('grant %s on %s to %I', privilege, object, login)
      from (select * from wanted except select * from now) as missing
    union all
    select format('grant connect on database %I to %I', current_database(), rolname) from pg_roles
     where rolname = any (${Object.values(ROLES)}::text[]) and not has_database_privilege(oid, current_database(), 'connect')`.execute(
    owner,
  );
  return rows.map(({ change }) => change);
}
