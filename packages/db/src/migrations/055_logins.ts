import { type Kysely, sql } from "kysely";

/**
 * Prepares the database for logins of their own (docs/adr/0022): nobody but the owner creates anything in `public`, and the queue's
 * tables belong to the workers' login. The logins themselves belong to the server, and `ensureLogins` has made them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Databases from before PostgreSQL 15 let everybody create tables and functions.
  await sql`
    do $$ begin
      revoke create on schema public from public;
    exception when insufficient_privilege then null;
    end $$`.execute(db);
  await sql`create schema if not exists pgboss`.execute(db);
  await sql`grant usage, create on schema pgboss to bbux_jobs`.execute(db);
  await handOverQueue(db);
}

/** An earlier release has created the queue's tables as the owner. */
async function handOverQueue(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      change text;
      changes constant text[] := array(
        select format('alter table %s owner to bbux_jobs', c.oid::regclass) from pg_class c
         where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
           and pg_get_userbyid(c.relowner) <> 'bbux_jobs'
           and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                              and c.relkind = 'S' and d.deptype in ('a', 'i'))
        union all
        select format('alter type %s owner to bbux_jobs', t.oid::regtype) from pg_type t
         where t.typnamespace = 'pgboss'::regnamespace and t.typtype in ('e', 'd') and pg_get_userbyid(t.typowner) <> 'bbux_jobs'
        union all
        select format('alter routine %s owner to bbux_jobs', p.oid::regprocedure) from pg_proc p
         where p.pronamespace = 'pgboss'::regnamespace and pg_get_userbyid(p.proowner) <> 'bbux_jobs');
    begin
      if changes = '{}' then return; end if;
      -- Only a member of a role may give it something.
      if not pg_has_role('bbux_jobs', 'usage') then
        begin
          execute format('grant bbux_jobs to %I', current_user);
        exception when insufficient_privilege then
          raise exception 'the queue''s tables can''t be given to bbux_jobs: have an administrator run "grant bbux_jobs to %"', current_user
            using errcode = 'insufficient_privilege';
        end;
      end if;
      foreach change in array changes loop execute change; end loop;
    end $$`.execute(db);
}
