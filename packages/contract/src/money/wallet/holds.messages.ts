/** Apart from the other texts of the wallet, because every page may show these. */

/** Why withdrawals of a member are held for a while, in words for the member (docs/adr/0040). */
export const MEMBER_HOLD_CAUSES = {
  password_reset: "your password was reset",
  factor_added: "a second factor was added",
  factor_removed: "a second factor was removed",
  email_changed: "your email address was changed",
} as const;
export type MemberHoldCause = keyof typeof MEMBER_HOLD_CAUSES;
export const HOLD_CAUSES = {
  ...MEMBER_HOLD_CAUSES,
  frozen: "your account is frozen",
  staff_freeze: "a moderator froze your withdrawals",
  new_address: "your withdrawals to new addresses come to more than 10 BBUX",
} as const;
export type HoldCause = keyof typeof HOLD_CAUSES;
