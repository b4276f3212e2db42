// Signing up, in and out; passwords, sessions, and confirmed email addresses.
export { requireAnsweredAddress } from "./answered-address.query.ts";
export { login, logout, refresh } from "./auth.commands.ts";
export { countLink, countMail, countVisitor } from "./auth.limits.ts";
export { getMe, type MemberRow, memberFields } from "./auth.queries.ts";
export { createEmailVerification, resendVerification, verifyEmail } from "./email-verification.commands.ts";
export { forBrowsers, forPrograms, type SignedIn } from "./enter.ts";
export { tellOfFailedSignIns, tellOfWrongCodes } from "./failed-sign-ins.command.ts";
export { emailTaken, isAddressKept, requireAddressNotKept } from "./kept-addresses.queries.ts";
export { createLeakedPasswords } from "./leaked-passwords.ts";
export {
  comeBackFromOpenId,
  listOpenIdProviders,
  openIdLogin,
  startOpenIdSignIn,
} from "./openid-sign-in.commands.ts";
export { passkeyLogin } from "./passkey-sign-in.commands.ts";
export { requireGoodPassword } from "./password-strength.ts";
export {
  changePassword,
  createPasswordReset,
  forgotPassword,
  ownerOf,
  resetPassword,
  storeReset,
} from "./passwords.commands.ts";
export { createPasswords } from "./passwords.ts";
export { signupChallenge } from "./proof-of-work.ts";
export { type NextSession, type Rotated, rotateSession } from "./rotate-session.command.ts";
export { removeExpired, resolveSession } from "./sessions.queries.ts";
export {
  browserMark,
  endAccess,
  endFamiliesIn,
  endOtherFamilies,
  forgetDevices,
  MOST_OPEN,
  sessionsEnded,
  stayingKnown,
  voidEmailChange,
} from "./sign-in.ts";
export { openAdminAccount, openIdSignup, signup, walletSignup } from "./signup.commands.ts";
export { stepUp } from "./step-up.command.ts";
export { walletLogin, walletSignInOptions } from "./wallet-sign-in.commands.ts";
