import { type ErrorCode, TRUST_CODES } from "@bbux/contract";
import { z } from "zod";
import type { TestMember } from "../../testing.ts";
import type { Input, Sent } from "./calls.ts";
import { overdueModerator, staleAdmin } from "./cases.factors.ts";
import { type Operation, typed } from "./document.ts";
import { shared, type World } from "./world.ts";

/** A refusal that follows from the kind of call, and so applies to every call of that kind. */
export interface KindOfRefusal {
  readonly code: ErrorCode;
  readonly title: string;
  /** Whether the call doesn't matter to it. */
  readonly isGeneral?: boolean;
  readonly applies: (operation: Operation) => boolean;
  readonly as?: (world: World, operation: Operation) => Promise<TestMember> | TestMember;
  readonly input?: (operation: Operation) => Input;
  readonly sent?: (world: World) => Promise<Sent> | Sent;
}

const TOO_LARGE = JSON.stringify({ title: "x".repeat(2 * 1024 * 1024) });

/** A member whose session has run out. */
const expired = shared(async ({ fresh, t }) => {
  const member = await fresh();
  const past = { expires_at: new Date(0) };
  await t.database.ownerDb.updateTable("sessions").set(past).where("user_id", "=", member.id).execute();
  return member;
});

const changes = ({ method }: Operation) => method !== "GET";
const documents = ({ refusals }: Operation, code: ErrorCode) => [...refusals.values()].flat().includes(code);
const needsSession = ({ viewer }: Operation) => viewer !== undefined;

/** A caller with a sufficient role, so that the refusal is about something else. */
const mayCall = ({ asker, moderator, admin }: World, { viewer }: Operation) =>
  viewer === "admin" ? admin : viewer === "moderator" ? moderator : asker;

/** Refers to nothing that exists, with a body that satisfies any call. */
const nowhere = (operation: Operation): Input => ({
  ...required(operation),
  ...Object.fromEntries(operation.pathParameters.map((name) => [name, "999999999"])),
  title: "How?",
  content: "Tell me",
  tags: ["money"],
  value: 1,
  since: "0",
});

const bodySchema = z.object({
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.object({ type: z.unknown(), enum: z.array(z.unknown()).optional() })).default({}),
});

/** What the document requires of the call's body: the first enum value, true, or any text. */
function required({ path, method }: Operation): Input {
  const body = typed.paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema ?? {};
  const { required: names, properties } = bodySchema.catch({ required: [], properties: {} }).parse(body);
  const anyOf = (name: string) => {
    const { type, enum: words } = properties[name] ?? {};
    return words?.[0] ?? (type === "boolean" ? true : "Whatever one may want to say of it");
  };
  return Object.fromEntries(names.map((name) => [name, anyOf(name)]));
}

/** A NUL or a word where the first field expects text or a number. */
function malformed(operation: Operation): Input {
  const { parameters, requestBody } = typed.paths[operation.path]?.[operation.method.toLowerCase()] ?? {
    parameters: [],
  };
  const properties = requestBody?.content["application/json"]?.schema.properties ?? {};
  const names = [...parameters.filter((one) => one.in !== "header").map((one) => one.name), ...Object.keys(properties)];
  return Object.fromEntries(names.slice(0, 1).map((name) => [name, "NUL: \0"]));
}

/** What members may do partly or so often before they have confirmed their address; a case of each shows the refusal. */
const ALLOWED_IN_PART = new Set([
  "posts-create",
  "answers-create",
  "wallet-action",
  "governance-act",
  "auth-changePassword",
  "auth-deleteAccount",
  "emailChange-request",
  "waysIn-removePassword",
]);

/** What needs a fresh proof of some callers or for some inputs; a case of each shows the refusal. */
const PROVED_OTHERWISE = new Set([
  "answers-accept",
  "answers-delete",
  "posts-create",
  "profile-updateSpending",
  "governance-act",
  "governance-stake",
  "moderation-hide",
  "moderation-restore",
  "moderation-decideAppeal",
  "refunds-vote",
  "auth-changePassword",
  "admin-approveWithdrawal",
  "wallet-action",
  "wallet-withdraw",
  "wallet-processWithdrawal",
  "wallet-setWithdrawalAddress",
]);

export const kindsOfRefusal: readonly KindOfRefusal[] = [
  {
    code: "UNAUTHENTICATED",
    title: "without a session [M6.11]",
    applies: needsSession,
    input: nowhere,
  },
  {
    code: "TOKEN_EXPIRED",
    title: "with an expired token",
    isGeneral: true,
    applies: needsSession,
    input: nowhere,
    as: expired,
  },
  {
    code: "ACCOUNT_SUSPENDED",
    title: "for a suspended member",
    applies: ({ viewer }) => viewer !== undefined && viewer !== "account",
    input: nowhere,
    as: ({ suspended }) => suspended,
  },
  {
    code: "EMAIL_UNVERIFIED",
    title: "for a member who hasn't confirmed their email address",
    applies: ({ id, refusals }) => refusals.get(403)?.includes("EMAIL_UNVERIFIED") === true && !ALLOWED_IN_PART.has(id),
    input: nowhere,
    as: ({ unverified }) => unverified,
  },
  {
    code: "STEP_UP_REQUIRED",
    title: "without a fresh proof",
    applies: (operation) => documents(operation, "STEP_UP_REQUIRED") && !PROVED_OTHERWISE.has(operation.id),
    input: nowhere,
    as: staleAdmin,
  },
  {
    code: "SECOND_FACTOR_NEEDED",
    title: "for a moderator who should have set up a second factor",
    // Which calls are open to them is in step-up.test.ts.
    applies: (operation) => documents(operation, "SECOND_FACTOR_NEEDED"),
    input: nowhere,
    as: overdueModerator,
  },
  {
    code: "FORBIDDEN",
    title: "for a member without the role [C1.03]",
    applies: ({ viewer }) => viewer === "moderator" || viewer === "admin",
    input: nowhere,
    as: ({ asker }) => asker,
  },
  {
    code: "FORBIDDEN",
    title: "for a moderator [C1.03]",
    applies: ({ viewer }) => viewer === "admin",
    input: nowhere,
    as: ({ moderator }) => moderator,
  },
  {
    code: "NOT_FOUND",
    title: "for something that doesn't exist",
    applies: ({ pathParameters }) => pathParameters.length > 0,
    input: nowhere,
    as: mayCall,
  },
  {
    code: "VALIDATION_ERROR",
    title: "with text that can't be stored",
    applies: ({ hasInput }) => hasInput,
    input: malformed,
    as: mayCall,
  },
  {
    code: "VALIDATION_ERROR",
    title: "with a malformed Idempotency-Key",
    isGeneral: true,
    applies: changes,
    input: nowhere,
    as: mayCall,
    sent: () => ({ headers: { "idempotency-key": "not printable: \u00e9" } }),
  },
  {
    code: "BAD_REQUEST",
    title: "with broken JSON",
    isGeneral: true,
    applies: changes,
    input: nowhere,
    as: mayCall,
    sent: () => ({ rawBody: '{"title": ' }),
  },
  {
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "with a body that isn't JSON [C7.02]",
    isGeneral: true,
    applies: changes,
    input: nowhere,
    as: mayCall,
    sent: () => ({ rawBody: "title=How", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  },
  {
    code: "PAYLOAD_TOO_LARGE",
    title: "with a body above the limit",
    isGeneral: true,
    applies: changes,
    input: nowhere,
    as: mayCall,
    sent: () => ({ rawBody: TOO_LARGE }),
  },
  {
    code: "CSRF_REJECTED",
    title: "with the session cookie, from another site",
    isGeneral: true,
    applies: changes,
    input: nowhere,
    sent: () => ({ headers: { cookie: "bbux_session=anything", origin: "https://elsewhere.example" } }),
  },
];

/** These take an internal error, a machine failure, or a lost race, and have their own tests. */
export const NOT_PROVOKED: ReadonlySet<string> = new Set([
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
  "CONFLICT",
  // They depend on how many members the whole platform has: established.test.ts.
  "VOTE_NOT_ESTABLISHED",
  "VOTE_MODERATORS_ONLY",
  "OBJECTION_NOT_ESTABLISHED",
  "refunds-vote HAS_INTEREST",
  "refunds-vote STEP_UP_REQUIRED",
  // The limits by trust level are off here: trust.test.ts.
  ...Object.values(TRUST_CODES),
]);
