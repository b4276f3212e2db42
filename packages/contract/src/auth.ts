import { z } from "zod";
import { bookmark } from "./bookmarks.ts";
import { id, idOut, time } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { reputationEntry } from "./reputation.ts";
import { isReservedUsername } from "./reserved.ts";
import { rawText } from "./text.ts";

const USERNAME = /^[A-Za-z0-9_-]+$/;

/** 3–30 of A-Z a-z 0-9 _ -, no reserved word (DECISIONS §2). Uniqueness is the database's business. */
export const username = z
  .string({ error: "Username is required" })
  .min(LIMITS.username.min, `Username must be at least ${LIMITS.username.min} characters long`)
  .max(LIMITS.username.max, `Username must be at most ${LIMITS.username.max} characters long`)
  .regex(USERNAME, "Username may contain letters, digits, _ and - only")
  .refine((value) => !isReservedUsername(value), "This username is reserved")
  .meta({ example: "ada_l" });

export const email = z
  .string({ error: "Email is required" })
  .trim()
  .max(LIMITS.email, "Email is too long")
  .pipe(z.email("Please enter a valid email address"))
  .meta({ format: "email", example: "ada@example.org" });

export const newPassword = rawText({
  ...LIMITS.password,
  tooShort: "Password must be at least 8 characters long",
}).meta({ format: "password", example: "correct horse battery" });

/** A password to compare, not to set: any length up to the cap, so that a wrong one is a wrong one. */
const givenPassword = rawText({ min: 1, max: LIMITS.password.max, tooShort: "Password is required" }).meta({
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

/** The names that the integrators' documentation has for fields of a member (spec money §3). */
export const documentedNames = {
  reputation: z.int().meta({ description: "The same as reputationPoints" }),
  bio: z.string().nullable(),
  avatar: z.string().nullable().meta({ description: "The same as profilePicture" }),
  updatedAt: time,
};

/** A member as that member sees themself (spec core §3). */
export const user = z
  .object({
    id: idOut,
    username: z.string().meta({ example: "ada_l" }),
    email: z.string(),
    role,
    profilePicture: z.string().nullable(),
    createdAt: time,
    reputationPoints: z.int(),
    integrityScore: z.number().meta({ description: "Out of 10; 5 until somebody has rated" }),
    totalRatings: z.int(),
    solanaAddress: z.string().meta({ description: "The member's own deposit address" }),
    suspended: z.boolean(),
    suspensionReason: z.string().nullable().meta({ description: "Why, in the moderator's words" }),
    bookmarks: z.array(bookmark).meta({ description: "The four latest" }),
    reputationHistory: z.array(reputationEntry).meta({ description: "The seven latest" }),
    profile,
    ...documentedNames,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

export const signupInput = z.object({ username, email, password: newPassword });
export const signupOutput = z.object({
  success: z.literal(true),
  message: z.string(),
  user,
  solanaAddress: z.string(),
});

export const loginInput = z.object({ email, password: givenPassword });
export const tokens = z
  .object({
    success: z.literal(true),
    token: z.string().meta({ description: "Bearer token, valid for one hour" }),
    refreshToken: z.string().meta({ description: "Valid once, for 30 days" }),
  })
  .meta({ id: "Tokens" });
export const loginOutput = tokens.extend({ user }).meta({ id: "SignedIn" });

export const meOutput = z.object({ success: z.literal(true), user });

export const refreshInput = z.object({
  refreshToken: rawText({ min: 1, max: 200, tooShort: "refreshToken is required" }),
});

export const changePasswordInput = z.object({
  currentPassword: givenPassword,
  newPassword: rawText({ ...LIMITS.password, tooShort: "New password must be at least 8 characters long" }).meta({
    format: "password",
  }),
});
export const forgotPasswordInput = z.object({ email });
export const resetPasswordInput = z.object({
  token: rawText({ min: 1, max: 200, tooShort: "token is required" }),
  newPassword: rawText({ ...LIMITS.password, tooShort: "New password must be at least 8 characters long" }).meta({
    format: "password",
  }),
});

/** The answer of a call that has nothing to say but that it worked. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() }).meta({ id: "Done" });

/** One sign-in of the caller's: a browser's, or a client's. */
export const openSession = z
  .object({
    id: z.string().meta({ description: "Names the sign-in; it is no secret and opens nothing" }),
    current: z.boolean().meta({ description: "Whether this request came with it" }),
    kind: z.enum(["cookie", "bearer"]).meta({ description: "cookie: a browser; bearer: an API client" }),
    userAgent: z.string().nullable().meta({ description: "What the device called itself" }),
    createdAt: time,
    expiresAt: time,
  })
  .meta({ id: "Session" });
export const listSessionsOutput = z.object({
  sessions: z.array(openSession).meta({ description: "The latest first" }),
});
export const bySessionId = z.object({ id });
export const endOthersOutput = z.object({ success: z.literal(true), ended: z.int() });
