import { type BooksFence, type SignedFacts, type SignedKind, SignerError, type SignerRule } from "@bbux/chain";
import type { SigningLimits } from "./limits.ts";
import type { RecordLine } from "./record-line.ts";
import { createSpendingWindows } from "./windows.ts";

/** The most rent of a nonce account, several times what it needs. */
const MOST_RENT = 5_000_000n;
/** One is enough, and more after a restore. However often each is signed, at a higher fee or on another nonce, it counts once. */
const MOST_ANCHORS = 10;
const DAY_MS = 24 * 60 * 60_000;

/** What the signer is asked for, and by which books; a checkpoint belongs to none. */
export interface Asked extends SignedFacts {
  readonly fence: BooksFence | null;
}

/** What the rules look at. It is made from the record alone. */
interface Known {
  readonly limits: SigningLimits;
  readonly highest: BooksFence | null;
  /** Lamports signed within so many minutes, besides the payment that is asked for. */
  spent(minutes: number): bigint;
  /** Roots of the log that were signed within a day, besides the one that is asked for. */
  readonly anchors: number;
  /** What was signed for the same withdrawal before; null if nothing was. */
  readonly before: Pick<SignedFacts, "destination" | "lamports"> | null;
}

interface Refusal {
  readonly rule: SignerRule;
  /** A sentence for operators. */
  readonly why: string;
}

type Rule = (asked: Asked, known: Known) => Refusal | null;

/** Decides by the signer's own rules what is signed. */
export interface Policy {
  /** To be told of each line of the record, in order. */
  add(line: RecordLine): void;
  readonly fence: BooksFence | null;
  /** @throws SignerError REFUSED, with the rule */
  check(asked: Asked, now: Date): void;
  /** @returns whether it is a newer one than {@link fence}. @throws SignerError REFUSED for one behind it */
  isNewFence(fence: BooksFence): boolean;
}

const fenceNotBehind = ({ fence }: Pick<Asked, "fence">, { highest }: Pick<Known, "highest">): Refusal | null => {
  if (!fence || !highest || fence.number > highest.number) return null;
  if (fence.number === highest.number && fence.identity === highest.identity) return null;
  const why = `These books are at fence ${fence.number}, and newer ones have asked at ${highest.number}: an old database is running, or was restored on purpose`;
  return { rule: "FENCE_BEHIND", why };
};

const feeWithinLimit: Rule = ({ priorityFee }, { limits }) =>
  priorityFee <= limits.priorityFee
    ? null
    : {
        rule: "FEE_LIMIT",
        why: `A priority fee of ${sol(priorityFee)} SOL is above ${sol(limits.priorityFee)} (PRIORITY_FEE_LIMIT)`,
      };

const rentWithinLimit: Rule = ({ lamports }) =>
  lamports <= MOST_RENT ? null : { rule: "FEE_LIMIT", why: `A nonce account doesn't need ${sol(lamports)} SOL` };

const sameValue: Rule = ({ reference, destination, lamports }, { before }) =>
  !before || (before.destination === destination && before.lamports === lamports)
    ? null
    : {
        rule: "SECOND_VALUE",
        why: `Withdrawal ${reference} was signed for ${sol(before.lamports)} SOL to ${before.destination}, and now ${sol(lamports)} SOL to ${destination} is asked for`,
      };

const paymentWithinLimit: Rule = ({ lamports }, { limits }) =>
  lamports <= limits.payment
    ? null
    : {
        rule: "PAYMENT_LIMIT",
        why: `${sol(lamports)} SOL is above ${sol(limits.payment)} for one payment (SIGNER_PAYMENT_LIMIT)`,
      };

const anchorsWithinDay: Rule = (_, { anchors }) =>
  anchors < MOST_ANCHORS
    ? null
    : { rule: "ANCHOR_LIMIT", why: `${anchors} other roots of the log were signed for the chain within 24 h` };

function spendingWithinLimit(
  rule: SignerRule,
  minutes: number,
  limitOf: (limits: SigningLimits) => bigint,
  name: string,
): Rule {
  return ({ lamports, priorityFee }, { limits, spent }) => {
    const [limit, already] = [limitOf(limits), spent(minutes)];
    if (already + lamports + priorityFee <= limit) return null;
    return {
      rule,
      why: `${sol(already)} SOL were signed within ${minutes / 60} h, and ${sol(lamports)} more is above ${sol(limit)} (${name})`,
    };
  };
}
const withinHour = spendingWithinLimit("HOURLY_LIMIT", 60, ({ hour }) => hour, "SIGNER_HOURLY_LIMIT");
const withinDay = spendingWithinLimit("DAILY_LIMIT", 24 * 60, ({ day }) => day, "SIGNER_DAILY_LIMIT");

/** The rules of each kind. Sweeps and nonce accounts are built so that they can go nowhere but to the platform itself. */
const RULES: Readonly<Record<SignedKind, readonly Rule[]>> = {
  pay: [fenceNotBehind, feeWithinLimit, sameValue, paymentWithinLimit, withinHour, withinDay],
  sweep: [fenceNotBehind, feeWithinLimit],
  // Only to the cold wallet in its settings: what a thief could move there isn't lost.
  toCold: [fenceNotBehind, feeWithinLimit],
  cancel: [fenceNotBehind, feeWithinLimit],
  anchor: [fenceNotBehind, feeWithinLimit, anchorsWithinDay],
  // Only to the latest of its own keys.
  moveHot: [fenceNotBehind, feeWithinLimit],
  handOver: [fenceNotBehind, feeWithinLimit],
  createNonce: [fenceNotBehind, rentWithinLimit, withinHour, withinDay],
  signCheckpoint: [],
};

/** @param first what a withdrawal was signed for first */
export function createPolicy(limits: SigningLimits, first: (reference: string) => Known["before"]): Policy {
  const windows = createSpendingWindows();
  let highest: BooksFence | null = null;
  /** When each root of the log was signed last. */
  const anchors = new Map<string, number>();
  return {
    add(line) {
      windows.add(line);
      if (line.what === "fence reset") highest = null;
      if (line.what === "signed" && line.kind === "anchor") anchors.set(line.reference, new Date(line.at).getTime());
      if ((line.what !== "signed" && line.what !== "fence noted") || !line.fence) return;
      if (!highest || line.fence.number >= highest.number) highest = line.fence;
    },
    get fence() {
      return highest;
    },
    isNewFence(fence) {
      requireNone(fenceNotBehind({ fence }, { highest }));
      return fence.number !== highest?.number;
    },
    check(asked, now) {
      const before = asked.kind === "pay" ? first(asked.reference) : null;
      for (const [root, at] of anchors) if (at <= now.getTime() - DAY_MS) anchors.delete(root);
      const others = asked.kind === "anchor" && anchors.has(asked.reference) ? anchors.size - 1 : anchors.size;
      const spent = (minutes: number) => windows.spent(minutes, now, asked.reference);
      for (const rule of RULES[asked.kind]) {
        requireNone(rule(asked, { limits, highest, spent, before, anchors: others }));
      }
    },
  };
}

function requireNone(refusal: Refusal | null): void {
  if (refusal) throw new SignerError("REFUSED", refusal.why, { rule: refusal.rule });
}

/** Lamports as SOL, exactly. */
export function sol(lamports: bigint): string {
  const text = lamports.toString().padStart(10, "0");
  return `${text.slice(0, -9)}.${text.slice(-9)}`.replace(/\.?0+$/, "");
}
