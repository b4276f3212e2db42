/** How a community behaves over a year. Amounts in BBUX, shares and odds from 0 to 1. */
export interface Scenario {
  readonly name: string;
  readonly says: string;
  readonly members: number;
  /** What each member buys initially. */
  readonly deposit: number;
  /** The share of their holdings that members stake. */
  readonly staked: number;
  /** Bounties placed per day, on average. */
  readonly bounties: number;
  /** The minimum and maximum bounty. */
  readonly bounty: readonly [number, number];
  /** The daily odds that a member sells, and the share of their balance that they sell. */
  readonly sells: number;
  readonly sold: number;
  /** The daily odds that a member buys, and how much. */
  readonly buys: number;
  readonly bought: number;
}

export const SCENARIOS = [
  {
    name: "low",
    says: "a bounty a week, few stake",
    members: 20,
    deposit: 20,
    staked: 0.1,
    bounties: 0.15,
    bounty: [0.5, 2],
    sells: 0.05,
    sold: 0.2,
    buys: 0.05,
    bought: 5,
  },
  {
    name: "normal",
    says: "a bounty a day, a third is staked",
    members: 30,
    deposit: 50,
    staked: 0.35,
    bounties: 1,
    bounty: [1, 4],
    sells: 0.2,
    sold: 0.2,
    buys: 0.25,
    bought: 10,
  },
  {
    name: "heavy",
    says: "several bounties a day, most is staked",
    members: 40,
    deposit: 100,
    staked: 0.65,
    bounties: 4,
    bounty: [2, 10],
    sells: 0.5,
    sold: 0.2,
    buys: 0.7,
    bought: 25,
  },
] as const satisfies readonly Scenario[];
