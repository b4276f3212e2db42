import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { SESSION } from "../platform/session-limits.ts";
import { rawText } from "../platform/text.ts";
import { EMAIL, PASSWORD, USERNAME } from "./accounts.rules.ts";
import { bookmark } from "./bookmarks.ts";
import { secondFactorCode } from "./factors.ts";
import { walletName, walletProof } from "./logins.ts";
import { openIdProof } from "./openid.ts";
import { passkeyAssertion } from "./passkeys.ts";
import { proofOfWork } from "./proof-of-work.ts";
import { reputationEntry } from "./reputation.ts";
import { isReservedUsername } from "./reserved.ts";
import { trustLevel } from "./trust.ts";

/** See {@link USERNAME}. The database ensures uniqueness. */
export const username = z
  .string({ error: USERNAME.missing })
  .min(USERNAME.min, USERNAME.tooShort)
  .max(USERNAME.max, USERNAME.tooLong)
  .regex(USERNAME.pattern, USERNAME.malformed)
  .refine((value) => !isReservedUsername(value), USERNAME.reserved)
  .meta({ example: "ada_l" });

export const email = z
  .string({ error: EMAIL.missing })
  .trim()
  .max(EMAIL.max, EMAIL.tooLong)
  .pipe(z.email(EMAIL.malformed))
  .meta({ format: "email", example: "ada@example.org" });

export const newPassword = rawText({ ...LIMITS.password, tooShort: PASSWORD.tooShort }).meta({
  format: "password",
  example: "correct horse battery",
});

/** A password to compare, not to set: any length up to the cap, so a wrong one is answered as wrong. */
const givenPassword = rawText({ min: 1, max: LIMITS.password.max, tooShort: PASSWORD.missing }).meta({
  format: "password",
  example: "correct horse battery",
});

export const role = z.enum(["user", "moderator", "admin"]);
export type Role = z.infer<typeof role>;

const optionalText = z.string().nullable();
export const PROFILE_FIELDS = [
  "firstName",
  "lastName",
  "bio",
  "location",
  "website",
  "facebook",
  "twitter",
  "instagram",
  "linkedin",
  "github",
  "youtube",
  "tiktok",
  "discord",
  "reddit",
  "medium",
  "stackoverflow",
  "devto",
  "profilePicture",
] as const;
export const profile = z
  .object(
    Object.fromEntries(PROFILE_FIELDS.map((name) => [name, optionalText])) as Record<
      (typeof PROFILE_FIELDS)[number],
      typeof optionalText
    >,
  )
  .meta({ id: "Profile" });

/** The documented names of a member's fields. */
export const documentedNames = {
  reputation: z.int().meta({ description: "The same as reputationPoints" }),
  bio: z.string().nullable(),
  avatar: z.string().nullable().meta({ description: "The same as profilePicture" }),
  updatedAt: time,
};

/** Withdrawals that a moderator or an admin froze. Nothing else of the account is affected. */
export const withdrawalFreeze = z
  .object({ until: time, reason: z.string().meta({ description: "Why, in their words" }) })
  .meta({ id: "WithdrawalFreeze" });

/** A member's view of themselves. */
export const user = z
  .object({
    id: idOut,
    username: z.string().meta({ example: "ada_l" }),
    email: z.string(),
    emailVerified: z.boolean().meta({ description: "Whether the member has confirmed the address, or needn't" }),
    role,
    trustLevel,
    profilePicture: z.string().nullable(),
    createdAt: time,
    reputationPoints: z.int(),
    integrityScore: z.number().meta({ description: "Out of 10; 5 until someone has rated" }),
    totalRatings: z.int(),
    solanaAddress: z.string().meta({ description: "The member's own deposit address" }),
    suspended: z.boolean(),
    frozen: z.boolean().meta({ description: "Whether the member froze the account: no withdrawal is paid" }),
    withdrawalFreeze: withdrawalFreeze.nullable(),
    withdrawalHold: z
      .object({ cause: z.string().meta({ example: "password_reset" }), until: time })
      .nullable()
      .meta({ description: "What else holds the member's withdrawals, and refuses bounties and stakes meanwhile" }),
    suspensionReason: z.string().nullable().meta({ description: "Why, in the moderator's words" }),
    bookmarks: z.array(bookmark).meta({ description: "The four latest" }),
    reputationHistory: z.array(reputationEntry).meta({ description: "The seven latest" }),
    profile,
    ...documentedNames,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

const verificationLink = z
  .string()
  .meta({ description: "The link that confirms the address. Only in development without a mail server" });

export const signupInput = z.object({ username, email, password: newPassword, proofOfWork });
export const signupOutput = z.object({
  success: z.literal(true),
  message: z.string(),
  user,
  solanaAddress: z.string(),
  verificationLink: verificationLink.optional(),
});

/** Opens an account without a password. */
export const walletSignupInput = z.object({ username, email, name: walletName, wallet: walletProof, proofOfWork });
export const openIdSignupInput = z.object({ username, email, proof: openIdProof, proofOfWork });

export const loginInput = z.object({
  email,
  password: givenPassword,
  code: secondFactorCode.optional(),
});

/** A fresh proof of who the caller is: the password, a wallet, or an account at a provider, or of a member with a second factor a passkey or a code. */
export const stepUpInput = z
  .object({
    password: givenPassword.optional(),
    code: secondFactorCode.optional(),
    passkey: passkeyAssertion.optional(),
    wallet: walletProof.optional(),
    openId: openIdProof.optional(),
  })
  .refine(
    (given) => Object.values(given).filter((one) => one !== undefined).length === 1,
    "Give a password, a code, a passkey, a wallet's signature, or a provider's proof",
  );

export const tokens = z
  .object({
    success: z.literal(true),
    token: z.string().meta({ description: "Bearer token, valid for one hour" }),
    refreshToken: z.string().meta({ description: "Valid once, for 30 days" }),
  })
  .meta({ id: "Tokens" });
export const loginOutput = tokens.extend({ user }).meta({ id: "SignedIn" });

/** A browser gets its session by cookie, and nothing that a script could read. */
export const browserLoginOutput = z.object({ success: z.literal(true), user });

export const meOutput = z.object({ success: z.literal(true), user });

export const refreshInput = z.object({
  refreshToken: rawText({ min: 1, max: 200, tooShort: "refreshToken is required" }),
});

const replacingPassword = rawText({ ...LIMITS.password, tooShort: PASSWORD.newTooShort }).meta({ format: "password" });

export const changePasswordInput = z.object({ currentPassword: givenPassword, newPassword: replacingPassword });
export const removePasswordInput = z.object({ currentPassword: givenPassword });
/** The first password of a member who has none. */
export const setPasswordInput = z.object({ newPassword: replacingPassword });
export const forgotPasswordInput = z.object({ email });
export const resetPasswordInput = z.object({
  token: rawText({ min: 1, max: 200, tooShort: "token is required" }),
  newPassword: replacingPassword,
});

export const verifyEmailInput = z.object({
  token: rawText({ min: 1, max: 200, tooShort: "token is required" }),
});
export const changeEmailInput = z.object({ newEmail: email });
export const resendVerificationOutput = z.object({
  success: z.literal(true),
  message: z.string(),
  verificationLink: verificationLink.optional(),
});

/** The response of a call that only reports success. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() }).meta({ id: "Done" });

/** The response of a call that ends every other sign-in of the caller, and all earlier tokens of this one. */
export const nextTokens = {
  token: z
    .string()
    .optional()
    .meta({ description: "The next bearer token, for a caller with one: the one before has ended" }),
  refreshToken: z.string().optional().meta({ description: "The refresh token that goes with it" }),
};
export const doneForSession = done.extend(nextTokens).meta({ id: "DoneForSession" });

/** One of the caller's sign-ins: a browser's, or a client's. */
export const openSession = z
  .object({
    id: z.string().meta({ description: "Names the sign-in; it is no secret and opens nothing" }),
    current: z.boolean().meta({ description: "Whether this request came with it" }),
    kind: z.enum(["cookie", "bearer"]).meta({ description: "cookie: a browser; bearer: an API client" }),
    userAgent: z.string().nullable().meta({ description: "What the device called itself" }),
    network: z.string().nullable().meta({
      description: "Roughly where it signed in from, or a client last renewed its token; null for older ones",
      example: "203.0.113.0/24",
    }),
    createdAt: time,
    lastUsedAt: time
      .nullable()
      .meta({ description: `To ${SESSION.useMinutes} minutes; null for an older one not used since` }),
    expiresAt: time,
  })
  .meta({ id: "Session" });
export const listSessionsOutput = z.object({
  sessions: z.array(openSession).meta({ description: "The current one first, then the last used" }),
});
export const bySessionId = z.object({ id });
export const endOthersOutput = z.object({ success: z.literal(true), ended: z.int(), ...nextTokens });
