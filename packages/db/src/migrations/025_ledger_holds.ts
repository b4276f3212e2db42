import { type Kysely, sql } from "kysely";

/**
 * Accounts for moving money to and from the chain: holds for pending payments, suspense for money without a known owner, and
 * the operator's float, which pays network fees (docs/DECISIONS.md 6).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ledger_open_account() returns trigger language plpgsql as $$
    begin
      if char_length(new.owner) not between 1 and 200 then
        raise exception 'no account %: the owner is empty or too long', new.kind using errcode = 'LG003';
      end if;
      if new.kind in ('member', 'escrow', 'pool', 'hold', 'suspense', 'equity') then
        if new.id > 0 and new.balance = 0 and new.version = 0 then return new; end if;
      elsif new.kind in ('treasury', 'external') then
        if new.id < 0 and new.balance is null and new.version is null then return new; end if;
      end if;
      raise exception 'no account % % with balance %', new.kind, new.owner, new.balance using errcode = 'LG003';
    end $$
  `.execute(db);
}
