// Signing up, in and out; passwords, sessions, and confirmed email addresses.
export { login, loginBrowser, logout, refresh, type SignedIn, signup } from "./auth.commands.ts";
export { countMail, countVisitor } from "./auth.limits.ts";
export { getMe, type MemberRow, memberFields } from "./auth.queries.ts";
export { createEmailVerification, resendVerification, verifyEmail } from "./email-verification.commands.ts";
export { emailTaken, isAddressKept, requireAddressNotKept } from "./kept-addresses.queries.ts";
export { createLeakedPasswords } from "./leaked-passwords.ts";
export { passkeyLogin, passkeyLoginBrowser } from "./passkey-sign-in.commands.ts";
export { changePassword, createPasswordReset, forgotPassword, resetPassword } from "./passwords.commands.ts";
export { createPasswords } from "./passwords.ts";
export { generateSecret } from "./secrets.ts";
export { removeExpired, resolveSession } from "./sessions.queries.ts";
export { endAccess, endFamily, endFamilyIn, endOtherFamilies, sessionsEnded, voidEmailChange } from "./sign-in.ts";
export { stepUp } from "./step-up.command.ts";
export { requireAllowance } from "./unverified-allowance.ts";
