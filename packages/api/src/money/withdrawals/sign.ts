import { type Blockhash, NONCE_BYTES, type SignedTransaction, SignerError } from "@bbux/chain";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { closeAlert, noteRefusal } from "../chain/index.ts";
import { coldHoldings, giveUpUnsigned } from "../cold-wallet/index.ts";
import { scanHotWallet } from "../hot-wallet/index.ts";
import { hasApprovals } from "./approvals.sql.ts";
import type { HeldNonce, Subject } from "./attempts.sql.ts";
import { agreeThatProgram } from "./both-nodes.ts";
import type { Funds } from "./funds.ts";
import { freeNonces, holdNonce, sortOutWanted } from "./nonces.ts";
import { type Exceeded, exceededLimits, type PayoutWindow, reportLimits } from "./payout-limits.ts";
import { priorityFee } from "./priority-fee.ts";
import { reportShortage } from "./shortage.ts";
import { signOnNonce } from "./sign-on-nonce.ts";
import { type NotStoredReason, type Stored, storeSigned } from "./store-signed.ts";
import { refund } from "./subjects.ts";
import { isWaiting, noteWaits, type Waiting, type WaitsFor, waitingPayments } from "./waiting.sql.ts";
import { IS_PROGRAM, whyNotPayable } from "./withdraw.command.ts";

/** Several times what a nonce account needs, in lamports. No command gets the rent back. */
const MOST_RENT = 5_000_000n;
/** How long one blockhash is used for signing: it lives for a minute, and everything has to be sent by then. */
const SIGN_MS = 15_000;

/** Those that operators are alerted to when the hot wallet is short. */
const KINDS = ["withdrawal", "sweep", "nonce"] as const satisfies Subject["kind"][];

/** What the chain said at the beginning of a pass. */
interface Session {
  readonly funds: Funds;
  /** Whether what happened to the hot wallet is known; otherwise nothing is paid. */
  readonly isRead: boolean;
  /** Of those that no payment holds yet; each is taken once. */
  readonly nonces: HeldNonce[];
  readonly priorityFee: bigint;
  /** What cold wallets hold by the books, in lamports. */
  readonly inCold: bigint;
  /** Whether nothing is to be paid yet, and nonce accounts are created ahead. */
  readonly isAhead: boolean;
  /** Limits of the platform that a withdrawal of this pass would have exceeded. */
  readonly exceeded: Map<PayoutWindow, Exceeded>;
  /** What withdrawals of this pass wait for. */
  readonly waits: Map<string, WaitsFor | null>;
  /** For creating nonce accounts. */
  readonly recent: (Blockhash & { readonly rent: bigint; readonly until: number }) | null;
}

/**
 * Signs and stores waiting payments, as far as free nonces and the hot wallet's balance allow. Nothing is sent before its bytes
 * are stored (docs/DECISIONS.md 1.10). What can't be paid now stays held, and operators are alerted.
 * @param isFenceOpen otherwise nothing but nonce accounts is signed
 */
export async function signWaiting(services: Services, isFenceOpen: boolean): Promise<void> {
  const waiting = await waitingPayments(services);
  const outcomes = new Map<(typeof KINDS)[number], Set<Stored>>(KINDS.map((kind) => [kind, new Set()]));
  let failed: unknown;
  const [exceeded, waits] = [new Map<PayoutWindow, Exceeded>(), new Map<string, WaitsFor | null>()];
  if (waiting.length > 0) {
    const session: Session = { ...(await begin(services, waiting, isFenceOpen)), exceeded, waits };
    for (const item of waiting) {
      try {
        const outcome = await signOne(services, item, session);
        if (item.subject.kind !== "cold") outcomes.get(item.subject.kind)?.add(outcome);
      } catch (error) {
        // A failure doesn't hold up the others.
        failed ??= error;
        if (!(error instanceof SignerError)) continue;
        if (error.code === "UNREACHABLE") break;
        await noteRefusal(services, item.subject, error);
      }
    }
  }
  for (const [kind, seen] of outcomes) {
    const isWaiting = waiting.some(({ subject }) => subject.kind === kind);
    const isAhead = kind === "nonce" && waiting.every(({ subject }) => subject.kind === "nonce");
    if (seen.has("short") && !isAhead) await reportShortage(services, kind, true);
    else if (!isWaiting || seen.has("stored")) await reportShortage(services, kind, false);
  }
  await noteWaits(services.db, waits);
  const ofWithdrawals = outcomes.get("withdrawal");
  const isOver = ofWithdrawals?.has("stored") || waiting.every(({ subject }) => subject.kind !== "withdrawal");
  await reportLimits(services, exceeded, isOver);
  if (failed) throw failed;
}

async function begin(
  services: Services,
  waiting: readonly Waiting[],
  isFenceOpen: boolean,
): Promise<Omit<Session, "exceeded" | "waits">> {
  const { chain, platformWallet } = services;
  // Books restored from a backup would pay again what they have forgotten: it is booked before anything is signed, and while
  // not everything can be read, nothing is.
  const isRead = isFenceOpen && (await scanHotWallet(services));
  const payments = waiting.filter(({ subject }) => subject.kind !== "nonce").length;
  const wanted = waiting.filter(({ subject }) => subject.kind === "nonce");
  if (wanted.length > 0) await sortOutWanted(services, wanted);
  const nonces = payments > 0 && isRead ? await freeNonces(services) : [];
  const { slot, lamports } = await chain.balances([platformWallet.address]);
  return {
    funds: { slot, lamports: lamports[0] ?? 0n },
    isRead,
    nonces,
    inCold: (await coldHoldings(services.db)).total,
    isAhead: payments === 0,
    priorityFee: nonces.length > 0 ? await priorityFee(services) : 0n,
    recent:
      payments === waiting.length
        ? null
        : {
            ...(await chain.latestBlockhash()),
            rent: await chain.rentExemption(NONCE_BYTES),
            until: performance.now() + SIGN_MS,
          },
  };
}

function signOne(services: Services, item: Waiting, session: Session): Promise<Stored> {
  return item.subject.kind === "nonce" ? createNonce(services, item, session) : pay(services, item, session);
}

/** Every payment names a nonce. Without a free one it waits. */
async function pay(services: Services, item: Waiting, session: Session): Promise<Stored> {
  const { subject } = item;
  const isWithdrawal = subject.kind === "withdrawal";
  if (!isWithdrawal) {
    const outcome = await payOut(services, item, session);
    // What arrived in the meantime needs it here: what is left is planned anew.
    if (outcome === "short" && subject.kind === "cold") await giveUpUnsigned(services, subject.id);
    return outcome;
  }
  // Nobody overtakes one that waits for a limit, or a large one would be put off forever.
  const isBehind = [...session.exceeded.values()].some(({ isAlone }) => !isAlone);
  const outcome = isBehind ? "held" : await payOut(services, item, session);
  const waitsFor = {
    held: "limit",
    short: session.inCold > 0n ? "cold_wallet" : "hot_wallet",
    float: "float",
    crowded: "nonce",
    no: null,
    stored: null,
  } as const;
  session.waits.set(subject.id, waitsFor[outcome]);
  return outcome;
}

async function payOut(services: Services, item: Waiting, session: Session): Promise<Stored> {
  const { subject, lamports } = item;
  const { kind } = subject;
  const { nonces, funds, exceeded } = session;
  const isWithdrawal = subject.kind === "withdrawal";
  // Half of the nonces are left for withdrawals.
  if (!session.isRead) return "no";
  if (nonces.length <= (isWithdrawal ? 0 : Math.floor(services.money.noncePool / 2))) return "crowded";
  if (isWithdrawal && (await isUnpayable(services, item))) return "no";
  const nonce = nonces.shift();
  if (!nonce) return "crowded";
  const signed = await signOnNonce(services, item, { nonce, priorityFee: session.priorityFee });
  if (subject.kind === "sweep" && (await wouldFail(services, item, signed))) {
    nonces.unshift(nonce);
    return "no";
  }
  if (isWithdrawal) await services.failpoint("withdrawal.signed");
  const outcome = await storeSigned(
    services,
    { subject, signed, lamports, cost: signed.networkFee, nonce, lastValidBlockHeight: null, funds },
    {
      // Approvals may have stopped counting since they were read.
      prepare: async (trx, at) =>
        (await isWaiting(trx, subject)) &&
        (!isWithdrawal || (await hasApprovals(trx, subject.id))) &&
        (await holdNonce(trx, subject, nonce, at)),
      follow: async (trx, at) => (isWithdrawal ? authorize(services, trx, item, exceeded, at) : undefined),
    },
  );
  // The next one may need less.
  if (outcome === "short" || outcome === "held") nonces.unshift(nonce);
  if (outcome === "stored") await services.failpoint(`${kind}.stored`);
  return outcome;
}

/** What is signed once a withdrawal is within the platform's limits. @returns why it isn't */
async function authorize(
  { money }: Services,
  trx: Transaction<DB>,
  { subject: { id }, lamports }: Waiting,
  exceeded: Map<PayoutWindow, Exceeded>,
  at: Date,
): Promise<NotStoredReason | undefined> {
  const above = await exceededLimits(trx, { id, lamports }, money.payoutLimits);
  for (const each of above) exceeded.set(each.window, each);
  if (above.length > 0) return "held";
  await trx
    .updateTable("withdrawals")
    .set({ state: "SIGNED", waits_for: null, updated_at: at })
    .where("id", "=", id)
    .execute();
  return undefined;
}

/** The rent is booked as a network cost: what a nonce account holds is no part of the reserves. */
async function createNonce(services: Services, { subject, position }: Waiting, session: Session): Promise<Stored> {
  const { recent, funds, isAhead } = session;
  if (!recent || performance.now() > recent.until) return "no";
  const { rent, blockhash, lastValidBlockHeight } = recent;
  if (rent > MOST_RENT) throw new RangeError(`The node says that a nonce account needs ${rent} lamports`);
  const signed = await services.signer.createNonce({ position, rent, blockhash });
  const cost = signed.networkFee + rent;
  const outcome = await storeSigned(
    services,
    { subject, signed, lamports: 0n, cost, nonce: null, lastValidBlockHeight, isAhead, funds },
    { prepare: (trx) => isWaiting(trx, subject), follow: async () => undefined },
  );
  if (outcome === "stored") await services.failpoint("nonce.stored");
  return outcome;
}

/**
 * An address can have become a program's since it was saved; the withdrawal is then refunded, as nothing was signed.
 */
async function isUnpayable(services: Services, { subject, destination }: Waiting): Promise<boolean> {
  const problem = await whyNotPayable(services, destination);
  if (problem === null) {
    if (services.witness) await closeAlert(services, "nodes_disagree", `withdrawal:${subject.id}`);
    return false;
  }
  if (problem === IS_PROGRAM && !(await agreeThatProgram(services, subject, destination))) return true;
  await withEffects(services, async (trx, effects) => {
    if (await isWaiting(trx, subject)) await refund(trx, effects, subject.id, problem, services.now());
  });
  return true;
}

/** Simulated first, because a failing sweep costs a fee for nothing: the address may hold more than is booked. */
async function wouldFail(services: Services, { subject }: Waiting, signed: SignedTransaction): Promise<boolean> {
  if ((await services.chain.simulate(signed.bytes)) === null) return false;
  await services.db
    .updateTable("sweeps")
    .set({ state: "GIVEN_UP", updated_at: services.now() })
    .where("id", "=", subject.id)
    .where("state", "=", "OPEN")
    .execute();
  return true;
}
