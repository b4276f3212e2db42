/**
 * The one place that names every kind of account and of transfer. A new kind of account also goes into the
 * function `ledger_open_account`, by a migration; a new kind of transfer needs this file only.
 */

/** `hot` accounts are touched by almost every transfer and keep no balance in their row (DECISIONS 1.12). */
export const ACCOUNT_KINDS = {
  member: { hot: false, says: "What a member can spend. Owner: the member's id" },
  escrow: { hot: false, says: "A bounty that is not paid yet. Owner: the id of what carries the bounty" },
  pool: { hot: false, says: "Allotted by the treasury to one purpose, spent under the lock of its own row" },
  hold: { hot: false, says: "Set aside for a payment on its way. Owner: the id of the withdrawal or sweep" },
  suspense: { hot: false, says: "Arrived, and whose it is is not known. Owner: the id of the suspense item" },
  equity: { hot: false, says: "The operator's own float: pays network fees" },
  stake: { hot: false, says: "What a member has staked. Owner: the member's id" },
  treasury: { hot: true, says: "The platform's own BBUX: fees" },
  external: { hot: true, says: "The chain, our counterparty: minus what it sent us plus what we sent it" },
} as const satisfies Record<string, { hot: boolean; says: string }>;

export type AccountKind = keyof typeof ACCOUNT_KINDS;

/** The kinds whose entries carry a running balance. */
export type OrdinaryAccountKind = {
  [K in AccountKind]: (typeof ACCOUNT_KINDS)[K]["hot"] extends false ? K : never;
}[AccountKind];

/** The owners of the hot accounts: there is one account of each hot kind. */
export const TREASURY_OWNER = "platform";
export const EXTERNAL_OWNER = "solana";
/** The one account of equity. */
export const EQUITY_OWNER = "operator";
/** The pool that staking rewards are paid from. */
export const REWARDS_POOL = "rewards";

/** Which kinds of account each kind of transfer takes from and gives to; {@link post} refuses any other leg. */
export const TRANSFER_KINDS = {
  deposit: { from: ["external"], to: ["member"], says: "SOL has arrived and becomes BBUX (DECISIONS 1.9)" },
  deposit_unclaimed: {
    from: ["external"],
    to: ["suspense"],
    says: "SOL has arrived that is nobody's deposit (DECISIONS 1.9)",
  },
  suspense_assigned: { from: ["suspense"], to: ["member"], says: "An operator has found out whose it is" },
  float_recorded: { from: ["suspense"], to: ["equity"], says: "It is the operator's own, for network fees" },
  float_funded: { from: ["external"], to: ["equity"], says: "The local chain gave the platform its float" },
  withdrawal_held: { from: ["member"], to: ["hold"], says: "Set aside until the payment is final (DECISIONS 1.6)" },
  network_fee_reserved: {
    from: ["equity"],
    to: ["hold"],
    says: "What the network will take for a signed transaction",
  },
  network_fee_released: { from: ["hold"], to: ["equity"], says: "The signed transaction never landed and never can" },
  withdrawal_settled: {
    from: ["hold", "equity"],
    to: ["external", "treasury", "equity"],
    says: "Paid out, finally: the net amount and the network's fee have left, the fee is the treasury's",
  },
  withdrawal_refunded: {
    from: ["hold", "equity"],
    to: ["member", "external", "equity"],
    says: "Not paid out, and it never can be: amount and fee go back",
  },
  network_fee_paid: {
    from: ["hold", "equity"],
    to: ["external", "equity"],
    says: "What the network took for a transaction that moved nothing in or out",
  },
  bounty_placed: {
    from: ["member"],
    to: ["escrow", "treasury"],
    says: "The bounty goes to escrow, the fee on top of it to the treasury (DECISIONS 1.2)",
  },
  bounty_paid: { from: ["escrow"], to: ["member"], says: "The bounty goes to who won it (DECISIONS 1.3)" },
  bounty_returned: { from: ["escrow"], to: ["member"], says: "The bounty, not its fee, goes back (DECISIONS 1.4)" },
  balance_forfeited: {
    from: ["member"],
    to: ["treasury"],
    says: "What a member leaves behind who closes the account and says so",
  },
  treasury_allotted: {
    from: ["treasury"],
    to: ["pool"],
    says: "What may be spent from the treasury is set aside first (DECISIONS 1.12)",
  },
  stake_added: { from: ["member"], to: ["stake"], says: "Set aside to vote with and be rewarded for (DECISIONS 1.7)" },
  stake_removed: { from: ["stake"], to: ["member"], says: "Can be spent again" },
  rewards_paid: { from: ["pool"], to: ["member"], says: "A day's reward of many members at once (DECISIONS 1.7)" },
  pool_returned: { from: ["pool"], to: ["treasury"], says: "What rounding left of a day's rewards" },
} as const satisfies Record<string, { from: readonly AccountKind[]; to: readonly AccountKind[]; says: string }>;

export type TransferKind = keyof typeof TRANSFER_KINDS;
