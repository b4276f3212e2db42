/**
 * Names every kind of account and transfer. A new kind of account also needs a migration of the
 * function `ledger_open_account`; a new kind of transfer needs a row in `ledger_transfer_kinds`.
 */

/** `hot` accounts are touched by almost every transfer and keep no balance in their row (docs/DECISIONS.md 1.12). */
export const ACCOUNT_KINDS = {
  member: { hot: false, says: "What a member can spend. Owner: the member's id" },
  escrow: { hot: false, says: "A bounty that isn't paid yet. Owner: the id of its post" },
  pool: { hot: false, says: "Allotted by the treasury for one purpose, and spent under the lock of its own row" },
  hold: {
    hot: false,
    says: "Reserved for a payment in progress. Owner: the id of the withdrawal, sweep, or nonce account",
  },
  suspense: { hot: false, says: "Arrived from an unknown sender. Owner: the id of the suspense item" },
  equity: { hot: false, says: "The operator's float, which pays network fees" },
  stake: { hot: false, says: "What a member has staked. Owner: the member's id" },
  treasury: { hot: true, says: "The platform's own BBUX: fees" },
  external: { hot: true, says: "The chain as counterparty: what was sent to it minus what came from it" },
} as const satisfies Record<string, { hot: boolean; says: string }>;

export type AccountKind = keyof typeof ACCOUNT_KINDS;

/** The kinds whose entries carry a running balance. */
export type OrdinaryAccountKind = {
  [K in AccountKind]: (typeof ACCOUNT_KINDS)[K]["hot"] extends false ? K : never;
}[AccountKind];

/** The owners of the hot accounts. Each hot kind has one account. */
export const TREASURY_OWNER = "platform";
export const EXTERNAL_OWNER = "solana";
/** The owner of the only equity account. */
export const EQUITY_OWNER = "operator";
/** The pool that staking rewards are paid from. */
export const REWARDS_POOL = "rewards";

/** The kinds of account each transfer takes from and gives to. {@link post} refuses any other leg. */
export const TRANSFER_KINDS = {
  deposit: { from: ["external"], to: ["member"], says: "SOL arrived and becomes BBUX (docs/DECISIONS.md 1.9)" },
  deposit_unclaimed: {
    from: ["external"],
    to: ["suspense"],
    says: "SOL arrived that belongs to no deposit (docs/DECISIONS.md 1.9)",
  },
  suspense_assigned: { from: ["suspense"], to: ["member"], says: "An operator assigned it to its owner" },
  float_recorded: {
    from: ["suspense"],
    to: ["equity"],
    says: "An operator recorded it as their float for network fees",
  },
  float_funded: { from: ["external"], to: ["equity"], says: "The local chain funded the platform's float" },
  loss_recorded: {
    from: ["equity"],
    to: ["external"],
    says: "SOL is gone for good, and the operator's float makes it up",
  },
  gain_recorded: { from: ["external"], to: ["equity"], says: "SOL that nothing explains is the operator's" },
  withdrawal_held: { from: ["member"], to: ["hold"], says: "Held until the payment is final (docs/DECISIONS.md 1.6)" },
  network_fee_reserved: {
    from: ["equity"],
    to: ["hold"],
    says: "Reserved for the network fee of a signed transaction",
  },
  network_fee_released: {
    from: ["hold"],
    to: ["equity"],
    says: "Released: the signed transaction never landed and never can",
  },
  withdrawal_settled: {
    from: ["hold", "equity"],
    to: ["external", "treasury", "equity"],
    says: "Paid out for good: net amount and network fee left, the platform's fee goes to the treasury",
  },
  withdrawal_refunded: {
    from: ["hold", "equity"],
    to: ["member", "external", "equity"],
    says: "Not paid, and never can be: amount and fee go back to the member",
  },
  network_fee_paid: {
    from: ["hold", "equity"],
    to: ["external", "equity"],
    says: "The network fee of a transaction that moved nothing in or out",
  },
  cold_fee_paid: {
    from: ["equity"],
    to: ["external"],
    says: "The network fee of what the operator signed with a cold wallet's key (docs/adr/0027)",
  },
  bounty_placed: {
    from: ["member"],
    to: ["escrow", "treasury"],
    says: "The bounty goes to escrow and its fee to the treasury (docs/DECISIONS.md 1.2)",
  },
  bounty_paid: { from: ["escrow"], to: ["member"], says: "The bounty goes to its winner (docs/DECISIONS.md 1.3)" },
  bounty_returned: {
    from: ["escrow"],
    to: ["member"],
    says: "The bounty goes back to the asker, without its fee (docs/DECISIONS.md 1.4)",
  },
  balance_forfeited: {
    from: ["member"],
    to: ["treasury"],
    says: "A member closing their account gives the balance to the treasury",
  },
  treasury_allotted: {
    from: ["treasury"],
    to: ["pool"],
    says: "The treasury allots what a pool may spend (docs/DECISIONS.md 1.12)",
  },
  stake_added: { from: ["member"], to: ["stake"], says: "Staked, for votes and rewards (docs/DECISIONS.md 1.7)" },
  stake_removed: { from: ["stake"], to: ["member"], says: "Unstaked, and spendable again" },
  rewards_paid: { from: ["pool"], to: ["member"], says: "One day's rewards for many members (docs/DECISIONS.md 1.7)" },
  pool_returned: { from: ["pool"], to: ["treasury"], says: "The remainder of a day's rewards after rounding" },
} as const satisfies Record<string, { from: readonly AccountKind[]; to: readonly AccountKind[]; says: string }>;

export type TransferKind = keyof typeof TRANSFER_KINDS;
