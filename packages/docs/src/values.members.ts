import {
  BOUNTY,
  DAY_MS,
  DEFAULT_PARAMETERS,
  formatAmount,
  GOVERNANCE,
  LANGUAGES,
  type Parameters,
  REFUND_VOTING_MS,
  REFUNDS,
  REPUTATION,
  UNIT,
  votingPower,
  WALLET,
  withdrawalFee,
} from "@bbux/contract";

/*
 * Values for the members' pages that are derived from the contract's figures: yearly rates, and worked examples that add up because
 * they are computed the way the product computes them.
 */

const DAYS = 365;
const PPM = 1_000_000;
type RateName = Extract<keyof Parameters, `${string}Rate` | `${string}Bonus` | `${string}Penalty`>;
const RATES = [
  "baseRate",
  "activityBonus",
  "treasuryBonus",
  "governanceBonus",
  "participationPenalty",
  "maxRate",
] as const satisfies readonly RateName[];

/** At most two decimals, without trailing zeros: `18.25%`, `43.8%`. */
const percent = (fraction: number) => `${Number((fraction * 100).toFixed(2))}%`;
const daily = (name: RateName) => Number(DEFAULT_PARAMETERS[name]) / PPM;
const yearly = (rate: number) => percent(rate * DAYS);
const compounded = (rate: number) => percent((1 + rate) ** DAYS - 1);
const amount = (units: bigint) => {
  const [whole = "0", fraction] = formatAmount(units).split(".");
  const grouped = BigInt(whole).toLocaleString("en-US");
  return fraction ? `${grouped}.${fraction}` : grouped;
};

/** With every bonus and no penalty: the actual sum of the parts (docs/GOVERNANCE.md). */
const reachable = ["baseRate", "activityBonus", "treasuryBonus", "governanceBonus"] as const;
const reachableRate = reachable.reduce((sum, name) => sum + daily(name), 0);

const sale = 100n * UNIT;
const saleFee = withdrawalFee(sale, DEFAULT_PARAMETERS.withdrawalFee);

const stake = 200n * UNIT;
const stakeRate = DEFAULT_PARAMETERS.baseRate + DEFAULT_PARAMETERS.governanceBonus;
const reward = (stake * stakeRate) / BigInt(PPM);
const reputation = 2_000;

/** Dates of the refund example: posted on March 1, requested two days after expiry, decided a day later. */
const MARCH = Date.UTC(2026, 2, 1);
const day = (at: number) =>
  new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", timeZone: "UTC" }).format(at);
const expires = MARCH + BOUNTY.days.default * DAY_MS;
const asked = expires + 2 * DAY_MS;
const refused = asked + REFUND_VOTING_MS;
const settles = Math.max(expires + BOUNTY.settlementDays * DAY_MS, refused + REFUNDS.windowDays * DAY_MS);

/** Tiers of the user guide (M6.19): names for ranges of points, which gate nothing. */
export const TIERS = {
  Newcomer: { from: 0, to: 99 },
  Contributor: { from: 100, to: 499 },
  Expert: { from: 500, to: 999 },
  Master: { from: 1_000, to: null },
} as const;

const tierText = ({ from, to }: { readonly from: number; readonly to: number | null }) =>
  to === null ? `${from}+` : `${from}-${to}`;

const signed = (points: number) => (points > 0 ? `+${points}` : String(points));

export const MEMBER_VALUES: Readonly<Record<string, string>> = {
  languageCount: String(LANGUAGES.length),
  depositMin: amount(WALLET.deposit.min),
  depositMax: amount(WALLET.deposit.max),
  exampleSale: amount(sale),
  exampleSaleFee: amount(saleFee),
  exampleSaleNet: amount(sale - saleFee),
  ...Object.fromEntries(
    RATES.flatMap((name) => [
      [`rate.${name}`, percent(daily(name))],
      [`rate.${name}.year`, yearly(daily(name))],
      [`rate.${name}.compounded`, compounded(daily(name))],
    ]),
  ),
  "rate.reachable": percent(reachableRate),
  "rate.reachable.year": yearly(reachableRate),
  "example.expires": day(expires),
  "example.asked": day(asked),
  "example.decided": day(asked + DAY_MS),
  "example.votingEnds": day(refused),
  "example.settles": day(settles),
  daysOfYear: String(DAYS),
  exampleStake: amount(stake),
  exampleStakeRate: percent(Number(stakeRate) / PPM),
  exampleStakeReward: amount(reward),
  exampleStakeMonth: amount(reward * BigInt(GOVERNANCE.windowDays)),
  exampleReputation: reputation.toLocaleString("en-US"),
  examplePower: amount(votingPower(stake, reputation)),
  exampleMostPower: amount(votingPower(stake, GOVERNANCE.reputation.cap)),
  ...Object.fromEntries(Object.entries(REPUTATION).map(([action, points]) => [`points.${action}`, signed(points)])),
  ...Object.fromEntries(Object.entries(TIERS).map(([tier, range]) => [`tiers.${tier}`, tierText(range)])),
};
