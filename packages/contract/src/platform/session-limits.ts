// No zod here: rules and screens use these.
import { UNIT } from "./money.ts";

/** Sessions, and the links that stand in for one. */
export const SESSION = {
  cookieDays: 30,
  /** A session, and a chain of refresh tokens, ends this long after sign-in, however often it is used. */
  absoluteDays: 90,
  bearerMinutes: 60,
  refreshDays: 30,
  resetMinutes: 60,
  /** The time of a session's last use is written at most this often. */
  useMinutes: 5,
  /** Mails with a link to set a new password that one account gets while their links are open. */
  resetMails: 5,
  /** How long the link works with which the operator gives an imported account to its owner. */
  claimDays: 7,
  /** How long a link that confirms an email address works. */
  verifyHours: 24,
  /** Mails with such a link that one account gets while their links are open. */
  verifyMails: 5,
  /** How long the address before can undo a change of email address. */
  undoEmailDays: 7,
  /** How long a browser is known as one that has signed in before. */
  deviceDays: 365,
} as const;

export const SECOND_FACTOR = {
  /** How long a proof is fresh. */
  proofMinutes: 10,
  /** How long a new moderator or admin may go without one. */
  graceDays: 7,
  recoveryCodes: 10,
  /**
   * Wrong codes in these days: from how many on the owner hears of it, unless a right one followed from the same place, and how many one
   * allowance takes. Each guess is one of three valid codes in a million, so a year of guessing has a 0.1% chance of success.
   */
  wrongCodes: { told: 5, most: 30, days: 30 },
  /** Members who hold more are advised to have one. */
  adviseAbove: 10n * UNIT,
  /** How long a member may take to use a passkey or a wallet when it asks. */
  passkeyMinutes: 5,
} as const;
