import { createPostInput, requestedBounty } from "@bbux/contract";
import { type Context, isUnverified } from "../context/index.ts";
import { AppError } from "../errors/errors.ts";
import type { ViewerLevel } from "./viewer.ts";

/** For every input, for those that this returns true for, or to staff, who need a second factor and have someone's word. */
type Allowed = true | "staff" | ((input: unknown) => boolean);

/**
 * What members may change before they confirm their email address: what is their own, what they may publish within their allowance, and
 * calls that only take something back. They can't add ways to sign in or rules for payments, because the address may belong to someone else,
 * whom they could keep out of the account. A call that isn't listed is refused (docs/adr/0035).
 */
const ALLOWED: Readonly<Record<string, Allowed>> = {
  "auth.changePassword": true,
  "emailChange.request": true,
  "auth.resendVerification": true,
  "auth.stepUp": true,
  "auth.visit": true,
  "auth.freeze": true,
  "auth.endSession": true,
  "auth.endOtherSessions": true,
  "auth.deleteAccount": true,
  "factors.beginTotp": "staff",
  "factors.confirmTotp": "staff",
  "factors.passkeyOptions": "staff",
  "factors.addPasskey": "staff",
  "factors.remove": true,
  "factors.regenerateRecoveryCodes": true,
  "waysIn.unlink": true,
  "waysIn.setPassword": true,
  "waysIn.removePassword": true,
  "profile.update": true,
  "profile.updateLanguage": true,
  "profile.picture": true,
  "bookmarks.toggle": true,
  "tags.follow": true,
  "tagProposals.withdraw": true,
  "welcome.change": true,
  "welcome.read": true,
  "notifications.read": true,
  "notifications.readAll": true,
  "notifications.updateSettings": true,
  "chat.join": true,
  "chat.read": true,
  "chat.remove": true,
  "posts.create": (input) => {
    const { success, data } = createPostInput.safeParse(input);
    return !success || requestedBounty(data) === 0n;
  },
  "posts.edit": true,
  "posts.delete": true,
  "answers.create": true,
  "answers.edit": true,
  "answers.delete": true,
  "comments.delete": true,
  "governance.unstake": true,
  "governance.act": (input) => actionOf(input) === "unstake",
  "transparency.setCode": true,
  "allowList.remove": true,
  "wallet.action": (input) => actionOf(input) === "deposit",
  "wallet.deposit": true,
  "wallet.confirmDeposit": true,
  "wallet.confirmDirectDeposit": true,
  "wallet.cancelWithdrawal": true,
  "wallet.getBlockhash": true,
  "wallet.sendTransaction": true,
  "wallet.solana-proxy": true,
};

function actionOf(input: unknown): unknown {
  return typeof input === "object" && input !== null && "action" in input ? input.action : undefined;
}

/** Returns whether a call is refused, for some input at least, to a member whose address isn't confirmed. */
export function needsVerifiedEmail(call: {
  readonly name: string;
  readonly changes: boolean;
  readonly viewer: ViewerLevel | undefined;
}): boolean {
  return isForMembers(call.viewer) && call.changes && ALLOWED[call.name] !== true;
}

/** Staff keep their tools before they confirm an address, because whoever granted the role vouches for them. */
export function isForMembers(level: ViewerLevel | undefined): boolean {
  return level === "account" || level === "member";
}

/**
 * Refuses a change by a member whose email address isn't confirmed, unless the table above allows it.
 * @param name of the call, such as `posts.create`
 * @throws AppError EMAIL_UNVERIFIED
 */
export async function requireVerifiedEmail(
  ctx: Pick<Context, "viewer" | "verifiesEmail">,
  name: string,
  input: () => unknown,
): Promise<void> {
  if (!isUnverified(ctx)) return;
  const allowed = ALLOWED[name];
  if (allowed === true || (allowed === "staff" && ctx.viewer?.role !== "user")) return;
  if (typeof allowed === "function" && allowed(await input())) return;
  throw new AppError("EMAIL_UNVERIFIED");
}
