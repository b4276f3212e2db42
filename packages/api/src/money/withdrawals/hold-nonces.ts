import { FEE_PER_SIGNATURE, signaturesOf } from "@bbux/chain";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { unpromised } from "./funds.ts";
import type { Hold } from "./holds.ts";
import { type LockedWithdrawal, lockWithdrawals } from "./locked-withdrawals.sql.ts";
import { takeNonces } from "./nonces.ts";
import type { PayoutSession } from "./pay-out.ts";
import { type Exceeded, exceededLimits, type PaidOut, paidOut, withMore } from "./payout-limits.ts";
import { lockBooks, type NotStoredReason } from "./store-signed.ts";
import type { Waiting } from "./waiting.sql.ts";

/** What came of it, by withdrawal. */
export type Holds = ReadonlyMap<string, Hold | NotStoredReason>;

/**
 * Holds a free nonce and this pass's fee for each of these withdrawals that may be paid now, in their order and in one transaction.
 * @returns the holds; for the others, why not
 */
export async function holdNonces(
  services: Services,
  items: readonly Waiting[],
  session: PayoutSession,
): Promise<Holds> {
  const at = await services.databaseNow();
  const { planned, exceeded } = await services.db.transaction().execute(async (trx) => {
    const locked = await lockWithdrawals(
      trx,
      items.map(({ subject }) => subject.id),
    );
    const plan = (await lockBooks(trx))?.isOpen
      ? planHolds(items, {
          locked,
          session,
          money: services.money,
          left: await unpromised(trx, session),
          paid: await paidOut(trx),
        })
      : {
          planned: new Map<string, Hold | NotStoredReason>(items.map(({ subject }) => [subject.id, "no"])),
          exceeded: [],
        };
    await writeHolds(trx, plan.planned, at);
    return plan;
  });
  for (const each of exceeded) session.exceeded.set(each.window, each);
  // Others may have taken some of them, and this worker others.
  const taken = new Set([...planned.values()].flatMap((hold) => (typeof hold === "string" ? [] : [hold.nonce.id])));
  session.nonces.splice(0, session.nonces.length, ...session.nonces.filter(({ id }) => !taken.has(id)));
  return planned;
}

interface Known {
  readonly locked: ReadonlyMap<string, LockedWithdrawal>;
  readonly session: PayoutSession;
  readonly money: MoneySettings;
  /** Lamports of the hot wallet that nothing needs. */
  readonly left: bigint;
  /** Lamports that count toward the platform's limits. */
  readonly paid: PaidOut;
}

/** Decides in the order of the queue. Nobody overtakes one that waits for a limit, or a large one would be put off forever. */
function planHolds(
  items: readonly Waiting[],
  { locked, session, money, ...start }: Known,
): { readonly planned: Map<string, Hold | NotStoredReason>; readonly exceeded: readonly Exceeded[] } {
  let { left, paid } = start;
  const { hot } = session;
  const free = [...session.nonces];
  const exceeded: Exceeded[] = [];
  const isBehind = () => [...session.exceeded.values(), ...exceeded].some(({ isAlone }) => !isAlone);
  const planOne = ({ subject, lamports }: Waiting): Hold | NotStoredReason => {
    if (isBehind()) return "held";
    const [next] = free;
    if (!next) return "crowded";
    const leaves = lamports + session.priorityFee + FEE_PER_SIGNATURE * signaturesOf({ hot, nonce: next.version });
    const row = locked.get(subject.id);
    if (left - leaves < money.hotWalletFloor) return "short";
    if (!row?.isPayable || row.holdsNonce) return "no";
    const above = exceededLimits(paid, lamports, money.payoutLimits);
    exceeded.push(...above);
    const nonce = above.length > 0 ? undefined : free.shift();
    if (!nonce) return "held";
    left -= leaves;
    paid = withMore(paid, lamports);
    return { subject, nonce, hot, priorityFee: session.priorityFee, isOver: false, isBeingConsumed: false };
  };
  return { planned: new Map(items.map((item) => [item.subject.id, planOne(item)])), exceeded };
}

/** Writes what was planned; what another worker has taken since is left out. */
async function writeHolds(trx: Transaction<DB>, planned: Map<string, Hold | NotStoredReason>, at: Date): Promise<void> {
  const holds = [...planned.values()].filter((hold) => typeof hold !== "string");
  const held = await takeNonces(trx, "withdrawal", holds, at);
  for (const { subject } of holds) if (!held.has(subject.id)) planned.set(subject.id, "no");
}
