import { type Kysely, sql } from "kysely";

/**
 * Books that were restored may have lost a change of a fee, and find a payment that was made under it. The log states the fee that it
 * took before it, and the one in force again after it, so that the rule of fees holds for every line (docs/adr/0020).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Under the exclusive lock until the end of the transaction, so nothing else takes a fee in between.
  await sql`
    create function state_fee(p_name text, p_value bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('fees', 0));
      if p_value is distinct from (select s.value from public.fees_stated s where s.name = p_name) then
        insert into public.fees_stated (name, value) values (p_name, p_value)
        on conflict (name) do update set value = excluded.value;
        insert into public.transparency_pending (type, amount, subject, description)
        values ('FEE_IN_FORCE', 0, p_name || ':' || p_value,
                case p_name when 'bountyFee' then 'The fee on a bounty is ' else 'The fee on a withdrawal is ' end
                  || trim_scale(p_value::numeric / 100) || '%');
      end if;
    end $$`.execute(db);
  // As in migration 048, where it stated a fee itself.
  await sql`
    create or replace function fee_in_force(p_name text, p_default bigint) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      fee bigint;
      stated bigint;
      is_shared boolean := false;
      is_exclusive boolean := false;
    begin
      loop
        select c.value into fee from public.parameter_changes c where c.name = p_name order by c.id desc limit 1;
        fee := coalesce(fee, p_default);
        select s.value into stated from public.fees_stated s where s.name = p_name;
        exit when is_exclusive or (is_shared and stated = fee);
        if stated = fee then
          perform pg_advisory_xact_lock_shared(hashtextextended('fees', 0));
          is_shared := true;
        else
          perform pg_advisory_xact_lock(hashtextextended('fees', 0));
          is_exclusive := true;
        end if;
      end loop;
      perform public.state_fee(p_name, fee) where stated is distinct from fee;
      return fee;
    end $$`.execute(db);
  await sql`revoke all on function state_fee(text, bigint) from public`.execute(db);
  await sql`grant execute on function state_fee(text, bigint) to bbux_app`.execute(db);
}
