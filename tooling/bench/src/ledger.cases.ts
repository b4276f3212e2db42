import {
  balanceForfeited,
  bountyPaid,
  bountyPlaced,
  deposited,
  type Leg,
  type Text,
  type Transfer,
  withdrawalSettled,
} from "@bbux/ledger";

/** The parties of one posting: two members, or their placeholders in a pgbench script. */
export interface Parties {
  readonly a: Text;
  readonly b: Text;
  /** Unique to this posting. */
  readonly cause: Text;
}

export interface Case {
  readonly name: string;
  readonly says: string;
  /** Whether all of its postings touch a common account. */
  readonly hot: boolean;
  /** Whether it is also measured in a transaction of three round trips, and against all rows in one statement. */
  readonly closely: boolean;
  readonly transfer: (parties: Parties) => Transfer;
  /** The account that every posting opens; all others already exist. */
  readonly opens?: Leg["account"];
}

const AMOUNT = 1_000n;
const FEE = 50n;

/** The product's transfers, between existing accounts with enough funds, except for the one that opens an account. */
export const CASES: readonly Case[] = [
  {
    name: "spread",
    says: "a random escrow pays a random member: two legs, nothing shared",
    hot: false,
    closely: true,
    transfer: ({ a, b, cause }) => bountyPaid({ cause, escrow: a, member: b, amount: AMOUNT }),
  },
  {
    name: "treasury",
    says: "a random member pays the treasury: two legs",
    hot: true,
    closely: false,
    transfer: ({ a, cause }) => balanceForfeited({ cause, member: a, amount: AMOUNT }),
  },
  {
    name: "fee",
    says: "a random member pays a random escrow and a fee to the treasury: three legs",
    hot: true,
    closely: true,
    transfer: ({ a, b, cause }) => bountyPlaced({ cause, member: a, escrow: b, amount: AMOUNT, fee: FEE }),
  },
  {
    name: "new bounty",
    says: "the same, and the escrow is opened by it",
    hot: true,
    closely: false,
    opens: "escrow",
    transfer: ({ a, cause }) => bountyPlaced({ cause, member: a, escrow: cause, amount: AMOUNT, fee: FEE }),
  },
  {
    name: "deposit",
    says: "the chain's account pays a random member: two legs",
    hot: true,
    closely: false,
    transfer: ({ b, cause }) => deposited({ cause, member: b, amount: AMOUNT }),
  },
  {
    name: "withdrawal",
    says: "a random hold pays the chain's account and a fee to the treasury: three legs, two of them shared",
    hot: true,
    closely: false,
    transfer: ({ a, cause }) =>
      withdrawalSettled({ cause, hold: a, netAmount: AMOUNT, fee: FEE, reserved: 5n, networkFee: 5n }),
  },
];
