import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { z } from "zod";

const units = z.string().transform(BigInt);

const arrival = z.object({ signature: z.string(), address: z.string(), amount: units });
const booksSchema = z.object({
  balances: z.array(z.object({ kind: z.string(), owner: z.string(), balance: units })),
  wallets: z.array(z.object({ user: z.string(), address: z.string(), booked: units })),
  deposits: z.array(arrival.extend({ user: z.string(), direct: z.boolean() })),
  suspense: z.array(arrival),
  fundings: z.array(z.object({ signature: z.string(), amount: units })),
  withdrawals: z.array(
    z.object({
      id: z.string(),
      user: z.string(),
      amount: units,
      fee: units,
      net: units,
      destination: z.string(),
      state: z.enum(["REQUESTED", "SIGNED", "SENT", "FINALIZED", "REFUNDED"]),
    }),
  ),
  sweeps: z.array(
    z.object({ id: z.string(), address: z.string(), amount: units, state: z.enum(["OPEN", "DONE", "GIVEN_UP"]) }),
  ),
  cold: z.array(z.object({ address: z.string(), booked: units })),
  movements: z.array(
    z.object({
      address: z.string(),
      kind: z.string(),
      amount: units,
      fee: units,
      signature: z.string().nullable(),
      transfer: z.string().nullable(),
      /** A deposit address that it paid, and how much. */
      to: z.string().nullable(),
      paid: units,
    }),
  ),
  bounties: z.array(
    z.object({
      id: z.string(),
      status: z.enum(["ESCROWED", "PAID", "REFUNDED"]),
      amount: units,
      accepted: z.string().nullable(),
    }),
  ),
  rewards: z.array(
    z.object({ day: z.string(), user: z.string(), stake: units, due: units, amount: units, paid: z.boolean() }),
  ),
  rewardDays: z.array(
    z.object({ day: z.string(), state: z.enum(["BEGUN", "OPEN", "DONE"]), due: units, allotted: units, paid: units }),
  ),
  logged: z.array(z.object({ kind: z.string(), amount: units })),
  attempts: z.array(
    z.object({
      signature: z.string(),
      withdrawal: z.string().nullable(),
      sweep: z.string().nullable(),
      cold: z.string().nullable(),
      creates: z.string().nullable(),
      /** The nonce account and the value that it names. */
      nonce: z.string().nullable(),
      cancels: z.boolean(),
      state: z.enum(["SIGNED", "SENT", "REPLACED", "FINALIZED", "FAILED", "CANCELED", "EXPIRED"]),
      fee: units,
    }),
  ),
});

/** Everything the platform has recorded about money, in base units. */
export type Books = z.output<typeof booksSchema>;
export type Withdrawal = Books["withdrawals"][number];

/** One statement, one snapshot. */
export async function readBooks(db: Database): Promise<Books> {
  const list = (columns: string, from: string) =>
    sql.raw(`(select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (select ${columns} from ${from}) t)`);
  const { rows } = await sql<{ books: unknown }>`
    select jsonb_build_object(
      'balances', ${list("kind, owner, balance::text", "ledger_balances")},
      'wallets', ${list('user_id::text as "user", address, booked::text', "wallets")},
      'deposits', ${list("signature, address, amount::text, user_id::text as \"user\", type = 'direct_deposit' as direct", "deposits")},
      'suspense', ${list("signature, address, amount::text", "suspense_items")},
      'fundings', ${list("signature, amount::text", "chain_fundings")},
      'withdrawals', ${list(
        'id::text, user_id::text as "user", amount::text, fee::text, net_amount::text as net, destination, state',
        "withdrawals",
      )},
      'sweeps', ${list("id::text, address, amount::text, state", "sweeps")},
      'cold', ${list("address, booked::text", "cold_wallets")},
      'movements', ${list(
        'address, kind, amount::text, fee::text, signature, cold_transfer_id::text as transfer, deposit_address as "to", deposit_amount::text as paid',
        "cold_movements",
      )},
      'bounties', ${list(
        "id::text, bounty_status as status, bounty_amount::text as amount, accepted_answer_id::text as accepted",
        "posts where bounty_amount > 0",
      )},
      'rewards', ${list(
        'p.day::text, p.user_id::text as "user", p.stake::text, p.due::text, p.amount::text, p.user_id <= d.paid_up_to as paid',
        "reward_payments p join reward_days d on d.day = p.day",
      )},
      'rewardDays', ${list("day::text, state, due::text, allotted::text, paid::text", "reward_days")},
      'logged', ${list(
        "key as kind, sum(value::numeric)::text as amount",
        "transparency_log, jsonb_each_text(changes) group by key",
      )},
      'attempts', ${list(
        "signature, withdrawal_id::text as withdrawal, sweep_id::text as sweep, cold_transfer_id::text as cold, created_nonce_id::text as creates, nonce_id || ' ' || nonce_value as nonce, cancels, state, network_fee::text as fee",
        "payment_attempts",
      )}
    ) as books`.execute(db);
  return booksSchema.parse(rows[0]?.books);
}

export function balanceIn(books: Books, kind: string, owner: string): bigint {
  return books.balances.find((account) => account.kind === kind && account.owner === owner)?.balance ?? 0n;
}

/** The total of all accounts of a kind. */
export function totalOf(books: Books, kind: string): bigint {
  return sum(books.balances.filter((account) => account.kind === kind).map(({ balance }) => balance));
}

export const isOpen = ({ state }: { readonly state: string }) =>
  ["REQUESTED", "SIGNED", "SENT", "REPLACED"].includes(state);

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
