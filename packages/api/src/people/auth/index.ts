// Signing up, in and out; passwords and sessions.
export { login, loginBrowser, logout, refresh, type SignedIn, signup } from "./auth.commands.ts";
export { getMe, type MemberRow, memberFields } from "./auth.queries.ts";
export { createLeakedPasswords } from "./leaked-passwords.ts";
export { changePassword, createPasswordReset, forgotPassword, resetPassword } from "./passwords.commands.ts";
export { createPasswords } from "./passwords.ts";
export { removeExpired, resolveSession } from "./sessions.queries.ts";
export { endAccess, endFamily, endOtherFamilies, sessionsEnded } from "./sign-in.ts";
