import { APP, ERRORS, MAX_BATCH, RATE_LIMITS } from "@bbux/contract";

const { public: visitors, authenticated: members } = RATE_LIMITS;

/** What integrators read first. */
export const DESCRIPTION = `
Everything that the web app does, over HTTP. The same calls are mounted at \`/api\` and \`/api/v1\`.

**Sign in** with \`POST /auth/login\`; send the token as \`Authorization: Bearer …\`. It lives for an hour; \`POST
/auth/refresh\` exchanges the refresh token for a new pair, once. Browsers on this origin use the session cookie instead.

**Bodies** are JSON, those of uploads multipart/form-data. Fields that a call does not know are ignored. **Times** are ISO 8601 in UTC, **ids** are strings.

**Amounts** are in ${APP.name}. As input: a number, or a decimal string with at most nine decimals. In answers: a number
where the schema says number, else a decimal string.

**Failures** all have the body \`{success: false, error, code, details?}\`. \`error\` is for a person, \`code\` for a program.

**Limits**: ${visitors.minute} requests a minute and ${visitors.hour} an hour without a session, ${members.minute} and ${members.hour} with one.
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (unix time) describe the window with the smaller
share left. Beyond it the answer is 429 with \`Retry-After\`.

**Repeating safely**: calls that move money take an \`Idempotency-Key\` header. The same key with the same body gives the
first answer again, for a day; with another body it is a 409.

The same procedures are served as **tRPC** at \`/api/trpc\`, at most ${MAX_BATCH} in a batch.

| code | status | sentence |
|---|---|---|
${Object.entries(ERRORS)
  .map(([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`)
  .join("\n")}
`.trim();

/** In the order a reader meets them. A test compares them with the tags that the procedures carry. */
export const TAGS = [
  { name: "auth", description: "Accounts, sign-in and passwords." },
  { name: "posts", description: "Questions and shared knowledge, with or without a bounty." },
  { name: "answers", description: "Answers to posts. The asker accepts one; its author is paid the bounty." },
  { name: "comments", description: "Short remarks on posts." },
  { name: "bookmarks", description: "Posts that the caller keeps." },
  {
    name: "notifications",
    description: "What concerns the caller, bundled; also live, by tRPC's `notifications.live`.",
  },
  {
    name: "chat",
    description:
      "Rooms where members talk; also live, by tRPC's `chat.live`. Others ask for changes every two seconds.",
  },
  { name: "tags", description: "What posts are about." },
  { name: "users", description: "Members as others see them." },
  { name: "profile", description: "The caller's own profile and reputation." },
  { name: "integrity", description: "What members think of each other's integrity, out of 10." },
  { name: "wallet", description: `A member's balance in ${APP.name} and what moved it.` },
  { name: "reserves", description: "What the platform owes against what it holds on Solana." },
  {
    name: "governance",
    description: "Stakes and what they earn, proposals and votes, and the fees, rates and thresholds that they change.",
  },
  {
    name: "refunds",
    description:
      "Requests to give an expired bounty back to its asker: the community votes, moderators decide appeals.",
  },
  { name: "moderation", description: "Flags, hidden content, appeals and suspensions." },
  { name: "admin", description: "Members and their roles, the audit log, jobs and payments: for admins." },
  { name: "brand", description: "The platform's name, colors and images." },
  { name: "setup", description: "The first steps of a new platform: for its operator." },
  { name: "gifs", description: "Pictures for the chat, found by words." },
  {
    name: "transparency",
    description: "The books for anyone to check: the chained log, signed checkpoints, and proofs of single balances.",
  },
  { name: "stats", description: "The platform in numbers." },
  { name: "media", description: "Images, videos and profile pictures that members upload." },
  { name: "documents", description: "The documentation as PDFs." },
];

const integer = { type: "integer" };

/** Response headers. */
export const HEADERS = {
  RateLimitLimit: { description: "Requests that the tighter window allows", schema: integer },
  RateLimitRemaining: { description: "Requests left in it", schema: integer },
  RateLimitReset: { description: "When it begins anew, in unix time (seconds)", schema: integer },
  RetryAfter: { description: "Seconds to wait", schema: integer },
};

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x21-\\x7e]+$", examples: ["order-1042"] },
  description: "The same key with the same body gives the first answer again; with another body it is a 409.",
};
