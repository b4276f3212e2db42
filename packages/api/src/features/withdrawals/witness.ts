import { EXTERNAL_OWNER } from "@bbux/ledger";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { closeAlert, raiseAlert } from "../chain/alerts.commands.ts";
import { scanHotWallet } from "../deposits/hot-wallet.command.ts";
import { type Attempt, openAttempts } from "./attempts.sql.ts";

/** Signatures in one question to the chain. */
const AT_ONCE = 256;

/**
 * Whether the hot wallet's balance bears out that a payment has not landed: it holds to the lamport what the books come to
 * and what is known to have landed. It is asked before a payment is given up, so that a node which has lost its history, or
 * lies, does not make us pay twice. Less than the books say is a withdrawal that has landed after all, more is a sweep;
 * whatever it is, the payment stays open and operators are told.
 */
export async function balanceBearsOut(services: Services, { signature }: Attempt): Promise<boolean> {
  const { chain, platformWallet } = services;
  // What came in is brought into the books first; as long as it is not all read, it may hide what went out.
  if (!(await scanHotWallet(services))) return false;
  const { slot, lamports } = await chain.balances([platformWallet.address]);
  const landed = await landedBy(services, slot);
  const difference = (lamports[0] ?? 0n) - (await expectedAt(services, slot, landed));
  if (difference === 0n) {
    await closeAlert(services, "unexplained_outflow", signature);
    return true;
  }
  const [much, than] = difference < 0n ? [-difference, "less"] : [difference, "more"];
  const detail = `The hot wallet holds ${much} base units ${than} than the books say, while ${signature} is said to be unknown`;
  await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });
  return false;
}

interface Landed {
  readonly paid: string[];
  readonly failed: string[];
}

/** Open payments that were final at the slot. */
async function landedBy({ db, chain }: Services, slot: bigint): Promise<Landed> {
  const landed: Landed = { paid: [], failed: [] };
  for (let after = "0"; ; ) {
    const open = await openAttempts(db, AT_ONCE, after);
    const last = open.at(-1);
    if (!last) return landed;
    after = last.id;
    const statuses = await chain.statuses(open.map(({ signature }) => signature));
    for (const [index, { signature }] of open.entries()) {
      const status = statuses[index];
      if (status?.level !== "finalized" || status.slot > slot) continue;
      landed[status.failed ? "failed" : "paid"].push(signature);
    }
  }
}

/**
 * What the hot wallet held at a finalized slot, in lamports: all SOL there is by the books less what lies at deposit
 * addresses; less what has landed by then and is not in the books; and without what is in the books and came later. One
 * statement, one snapshot.
 */
async function expectedAt({ db, platformWallet }: Services, slot: bigint, { paid, failed }: Landed): Promise<bigint> {
  const at = slot.toString();
  const left = sql`coalesce(sum(network_fee + case when withdrawal_id is null then -lamports else lamports end), 0)`;
  const fees = sql`coalesce(sum(network_fee), 0)`;
  const { rows } = await sql<{ expected: string }>`
    select ((select -balance from ledger_balances where kind = 'external' and owner = ${EXTERNAL_OWNER})
          - (select coalesce(sum(booked), 0) from wallets where booked > 0)
          - (select ${left} from payment_attempts where state in ('SIGNED', 'SENT') and signature = any (${paid}::text[]))
          - (select ${fees} from payment_attempts where state in ('SIGNED', 'SENT') and signature = any (${failed}::text[]))
          + (select ${left} from payment_attempts where state = 'FINALIZED' and slot > ${at}::bigint)
          + (select ${fees} from payment_attempts where state = 'FAILED' and slot > ${at}::bigint)
          - (select coalesce(sum(amount), 0) from suspense_items
              where address = ${platformWallet.address} and slot > ${at}::bigint))::text as expected`.execute(db);
  return BigInt(rows[0]?.expected ?? 0);
}
