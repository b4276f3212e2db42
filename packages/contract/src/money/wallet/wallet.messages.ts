/** The part of the wallet that screens need without a schema. */

/** What a deposit can wait for before it is credited, in words for its member (docs/adr/0021). */
export const DEPOSIT_WAITS = {
  second_node: "We're checking this payment with a second Solana node. It's credited as soon as that confirms it.",
  nodes_disagree:
    "Two Solana nodes disagree about this payment, so it isn't credited yet. Our operators know, and it's credited as soon as both confirm it.",
  approval: "An admin checks large deposits before they're credited. You don't need to do anything.",
} as const;
export type DepositWait = keyof typeof DEPOSIT_WAITS;

/** Where a withdrawal is, why it waits, and what happens next, in words for its member. */
export const WITHDRAWAL_STAGES = {
  requested: "We've got your request. It's usually sent within a minute.",
  held: "We're holding this withdrawal for your security. It's sent after that. If you didn't ask for it, cancel it, and the amount and fee go back to your balance.",
  approval:
    "Two admins review each large withdrawal before it's sent. You don't need to do anything. If yours isn't approved in time, the amount and fee go back to your balance.",
  limit:
    "We've reached our payout limit for this hour or day. Your withdrawal is sent as soon as the limit allows, oldest first, usually within a day.",
  hot_wallet:
    "Our payout wallet has to be refilled first. Our operators know, and your withdrawal is sent as soon as that's done.",
  cold_wallet:
    "Our payout wallet doesn't hold enough. Your withdrawal waits until the operator moves funds from the cold wallet, and is sent right after that. You don't need to do anything.",
  float:
    "We can't pay Solana's network fee right now. Our operators know, and your withdrawal is sent as soon as that's fixed.",
  nonce: "Many payments are in progress. Yours is sent as soon as one of them is final, usually within minutes.",
  signer:
    "Our payout system's own safety rules hold this payment back. Our operators know and are looking into it. Your withdrawal is sent after that, or the amount and fee go back to your balance.",
  stopped:
    "Our operators have stopped all payments to check something. Your withdrawal goes on once they resume: it's sent, or the amount and fee go back to your balance.",
  books:
    "Our database was restarted, so we first make sure that nothing is paid twice. Your withdrawal is sent after that, usually within minutes.",
  signed: "Your payment is signed and about to be sent to Solana.",
  sent: "Your payment was sent to Solana. It's usually final within a minute.",
  congestion:
    "Solana is taking longer than usual. We keep sending your payment and offer a higher network fee, which we pay. If Solana doesn't take it in time, the amount and fee go back to your balance.",
  canceling:
    "We're canceling this withdrawal. Once that's certain, the amount and fee are back in your balance. If the payment is faster, you get the SOL.",
  paid: "The SOL was paid, and Solana has finalized it.",
  returned: "The amount and fee are back in your balance.",
} as const;
export type WithdrawalStage = keyof typeof WITHDRAWAL_STAGES;

/** Stages in which a withdrawal doesn't just take its minute. */
export const WITHDRAWAL_DELAYS: readonly WithdrawalStage[] = [
  "held",
  "approval",
  "limit",
  "hot_wallet",
  "cold_wallet",
  "float",
  "nonce",
  "signer",
  "stopped",
  "books",
  "congestion",
  "canceling",
];

export const DESTINATION_MISSING = "Please enter a destination address";
export const SIGNATURE_MISSING = "Transaction signature is required";
