import { type Blockhash, NONCE_BYTES, SignerError } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import { type Alert, closeAlerts, type Fence, noteRefusal } from "../chain/index.ts";
import { coldHoldings } from "../cold-wallet/index.ts";
import { MOST_RENT, scanHotWallet } from "../hot-wallet/index.ts";
import { payerKey, walletKeys } from "../wallet-keys/index.ts";
import type { Subject } from "./attempts.sql.ts";
import { readFunds } from "./funds.ts";
import { openHolds } from "./holds.ts";
import { freeNonces, sortOutWanted } from "./nonces.ts";
import { type PayoutSession, payOut } from "./pay-out.ts";
import { payWithdrawals } from "./pay-withdrawals.ts";
import { type Exceeded, type PayoutWindow, reportLimits } from "./payout-limits.ts";
import { priorityFee } from "./priority-fee.ts";
import { reportShortage, shortageAlerts } from "./shortage.ts";
import { toldFence } from "./sign-on-nonce.ts";
import { type Stored, storeSigned } from "./store-signed.ts";
import { isWaiting, noteWaits, payableNow, type Waiting, type WaitsFor } from "./waiting.sql.ts";

/** Withdrawals that are held, signed and stored together: as many wait for each other's statements. */
const BATCH_SIZE = 25;
/** How long one blockhash is used for signing: it lives for a minute, and everything has to be sent by then. */
const SIGN_MS = 15_000;

/** Those that operators are alerted to when the hot wallet is short. */
const KINDS = ["withdrawal", "sweep", "nonce"] as const satisfies Subject["kind"][];

/** What the chain said at the beginning of a pass. */
interface Session extends PayoutSession {
  /** Whether nothing is to be paid yet, and nonce accounts are created ahead. */
  readonly isAhead: boolean;
  /** For creating nonce accounts. */
  readonly recent: (Blockhash & { readonly rent: bigint; readonly until: number }) | null;
}

/**
 * Signs and stores waiting payments, as far as free nonces and the hot wallet's balance allow. Nothing is sent before its bytes
 * are stored (docs/DECISIONS.md 1.10). What can't be paid now stays held, and operators are alerted.
 * @param fence while it is closed, nothing but nonce accounts is signed
 */
export async function signWaiting(services: Services, fence: Fence): Promise<void> {
  const waiting = await payableNow(services);
  const outcomes = new Map<(typeof KINDS)[number], Set<Stored>>(KINDS.map((kind) => [kind, new Set()]));
  let failed: unknown;
  const [exceeded, waits] = [new Map<PayoutWindow, Exceeded>(), new Map<string, WaitsFor | null>()];
  if (waiting.length > 0) {
    const session: Session = { ...(await begin(services, waiting, fence)), exceeded, waits };
    for (const batch of batchesOf(waiting)) {
      const { results, failures } = await signBatch(services, batch, session);
      for (const [{ kind }, outcome] of results) if (kind !== "cold") outcomes.get(kind)?.add(outcome);
      let isReached = true;
      for (const [subject, error] of failures) {
        // A failure doesn't hold up the others.
        failed ??= error;
        if (!(error instanceof SignerError)) continue;
        if (error.code === "UNREACHABLE") isReached = false;
        else {
          waits.set(subject.id, "signer");
          await noteRefusal(services, subject, error);
        }
      }
      if (!isReached) break;
    }
  }
  const over: Pick<Alert, "kind" | "subject">[] = [];
  for (const [kind, seen] of outcomes) {
    const isWaiting = waiting.some(({ subject }) => subject.kind === kind);
    const isAhead = kind === "nonce" && waiting.every(({ subject }) => subject.kind === "nonce");
    if (seen.has("short") && !isAhead) await reportShortage(services, kind);
    else if (!isWaiting || seen.has("stored")) over.push(...shortageAlerts(kind));
  }
  await noteWaits(services.db, waits);
  const ofWithdrawals = outcomes.get("withdrawal");
  const isOver = ofWithdrawals?.has("stored") || waiting.every(({ subject }) => subject.kind !== "withdrawal");
  const withinLimits = await reportLimits(services, exceeded);
  await closeAlerts(services, isOver ? [...over, ...withinLimits] : over);
  if (failed) throw failed;
}

async function begin(
  services: Services,
  waiting: readonly Waiting[],
  fence: Fence,
): Promise<Omit<Session, "exceeded" | "waits">> {
  const { chain } = services;
  const keys = await walletKeys(services);
  // Books restored from a backup would pay again what they have forgotten: it is booked before anything is signed, and while
  // not everything can be read, nothing is.
  const isRead = fence.isOpen && (await scanHotWallet(services));
  const payments = waiting.filter(({ subject }) => subject.kind !== "nonce").length;
  const wanted = waiting.filter(({ subject }) => subject.kind === "nonce");
  if (wanted.length > 0) await sortOutWanted(services, wanted);
  const holds = await openHolds(services.db);
  const nonces = payments > 0 && isRead ? await freeNonces(services) : [];
  return {
    fence,
    funds: await readFunds(services, keys),
    hot: payerKey(keys).version,
    isRead,
    nonces,
    holds: new Map(holds.map((hold) => [hold.subject.id, hold])),
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

/** Withdrawals are paid in batches, everything else one by one. */
function* batchesOf(waiting: readonly Waiting[]): Generator<readonly [Waiting, ...Waiting[]]> {
  let batch: [Waiting, ...Waiting[]] | null = null;
  for (const item of waiting) {
    const isNext = batch !== null && batch.length < BATCH_SIZE && item.subject.kind === "withdrawal";
    if (batch && isNext && batch[0].subject.kind === "withdrawal") batch.push(item);
    else {
      if (batch) yield batch;
      batch = [item];
    }
  }
  if (batch) yield batch;
}

interface Signed {
  readonly results: readonly (readonly [Subject, Stored])[];
  readonly failures: readonly (readonly [Subject, unknown])[];
}

async function signBatch(
  services: Services,
  batch: readonly [Waiting, ...Waiting[]],
  session: Session,
): Promise<Signed> {
  const [first] = batch;
  if (first.subject.kind === "withdrawal") {
    const { outcomes, failures } = await payWithdrawals(services, batch, session);
    for (const [id, outcome] of outcomes) session.waits.set(id, waitsFor(outcome, session));
    const withSubject = <Value>([id, value]: [string, Value]) => [{ kind: "withdrawal", id } as const, value] as const;
    return { results: [...outcomes].map(withSubject), failures: [...failures].map(withSubject) };
  }
  try {
    const sign = first.subject.kind === "nonce" ? createNonce : payOut;
    return { results: [[first.subject, await sign(services, first, session)]], failures: [] };
  } catch (error) {
    return { results: [], failures: [[first.subject, error]] };
  }
}

function waitsFor(outcome: Stored, { inCold }: Session): WaitsFor | null {
  if (outcome === "short") return inCold > 0n ? "cold_wallet" : "hot_wallet";
  const others = { held: "limit", float: "float", crowded: "nonce", no: null, stored: null } as const;
  return others[outcome];
}

/** The rent is booked as a network cost: what a nonce account holds is no part of the reserves. */
async function createNonce(
  services: Services,
  { subject, position, addressVersion }: Waiting,
  session: Session,
): Promise<Stored> {
  const { recent, funds, hot, isAhead } = session;
  if (!recent || performance.now() > recent.until) return "no";
  const { rent, blockhash, lastValidBlockHeight } = recent;
  if (rent > MOST_RENT) throw new RangeError(`The node says that a nonce account needs ${rent} lamports`);
  const keys = { hot, nonce: addressVersion };
  const fence = toldFence(session.fence);
  const signed = await services.signer.createNonce({ position, rent, blockhash, fence, keys });
  const cost = signed.networkFee + rent;
  const outcome = await storeSigned(
    services,
    { subject, signed, lamports: 0n, cost, nonce: null, lastValidBlockHeight, isAhead, keys, funds },
    { prepare: (trx) => isWaiting(trx, subject), follow: async () => undefined },
  );
  if (outcome === "stored") await services.failpoint("nonce.stored");
  return outcome;
}
