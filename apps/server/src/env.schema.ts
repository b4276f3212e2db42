import { FAILPOINTS } from "@bbux/api";
import { PROOF_OF_WORK, RATE_LIMITS } from "@bbux/contract";
import { z } from "zod";
import {
  count,
  databaseUrlList,
  email,
  isHttpsOrLoopback,
  isSecurityContact,
  onOff,
  optionalUrl,
  port,
  region,
  sol,
} from "./env.fields.ts";
import { MONEY_VARIABLES } from "./env.money.ts";
import { NOTE_VARIABLES } from "./env.notes.ts";
import { OPENID_VARIABLES } from "./env.openid.ts";

/** Every variable the product reads. `docs/CONFIGURATION.md` is generated from this, and a test compares the two. */
export const envSchema = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], { error: "must be development, production or test" })
    .default("development")
    .describe("Environment name. Production has no insecure defaults."),
  ROLE: z
    .enum(["web", "worker", "all"], { error: "must be web, worker or all" })
    .default("all")
    .describe(
      "What this process does: web answers requests, worker runs jobs and moves money, all does both. With web or worker, any number of each, the database, chain and signer run elsewhere: DATABASE_URL, SOLANA_RPC_URL, SIGNER_SOCKET, PUBLIC_ORIGIN and the same SESSION_SECRET are required.",
    ),
  PORT: port
    .default(3000)
    .describe("Port of web app and API; of a worker, for its health and metrics. 0 picks a free one."),
  HOST: z.string().min(1).default("localhost").describe("Address to listen on. 0.0.0.0 listens on every interface."),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("Where the embedded database, secrets, uploads and outbox are stored."),
  DATABASE_URL: optionalUrl(["postgres:", "postgresql:"]).describe(
    "PostgreSQL 15 or later. Without it, an embedded server starts in the data directory.",
  ),
  DATABASE_APP_URL: optionalUrl(["postgres:", "postgresql:"]).describe(
    "The same database for requests, as bbux_app or a member of it. Only needed if the user of DATABASE_URL can't create logins, or a pooler has to know them; by default the login is created, with a password derived from DATABASE_URL's.",
  ),
  DATABASE_JOBS_URL: optionalUrl(["postgres:", "postgresql:"]).describe(
    "The same for workers and their queue, as bbux_jobs or a member of it.",
  ),
  DATABASE_READ_URL: optionalUrl(["postgres:", "postgresql:"]).describe(
    "The same for reading only, as bbux_read or a member of it; it can be a replica.",
  ),
  DATABASE_DIRECT_URL: optionalUrl(["postgres:", "postgresql:"]).describe(
    "The same database past a pooler, as the same user, if DATABASE_URL leads to a pooler in transaction mode: for migrations, signals, the queue and the operator's commands, which need sessions of their own.",
  ),
  DATABASE_PREPARED_STATEMENTS: onOff
    .default("on")
    .describe(
      "Whether frequent statements are prepared. A pooler in transaction mode has to know them by name, as PgBouncer does from 1.21 on; with an older one, turn this off.",
    ),
  DATABASE_REPLICA_URLS: databaseUrlList
    .optional()
    .describe(
      "Streaming replicas that visitors' reads, feeds, sitemaps and exports go to, separated by commas: as a user with the rights of bbux_read, or without a user as bbux_read itself. One that is away or more than 5 seconds behind isn't asked.",
    ),
  DATABASE_POOL: count(20).describe(
    "Connections this process opens to PostgreSQL for requests. Workers use half as many again.",
  ),
  PUBLIC_ORIGIN: z
    .string()
    .refine((value) => URL.canParse(value) && new URL(value).origin === value, {
      error: "must be an origin such as https://bbux.example, without a path",
    })
    .optional()
    .describe(
      "Where browsers reach the app; requests with the session cookie must come from here. Required in production.",
    ),
  SESSION_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .optional()
    .describe(
      "Signs the session cookie. Required in production; otherwise generated once and kept in the data directory.",
    ),
  PLATFORM_WALLET_SECRET: z
    .string()
    .optional()
    .describe(
      "Secret key of the platform's Solana wallet: base58 or a JSON array of 64 bytes. Deposit addresses are derived from it. Required in production; otherwise generated once and kept in the data directory.",
    ),
  PLATFORM_WALLET_SECRET_FILE: z
    .string()
    .optional()
    .describe(
      "File with that key, mode 0600, instead of PLATFORM_WALLET_SECRET. Only the signer reads it, so you can keep it from other users.",
    ),
  ...MONEY_VARIABLES,
  ...NOTE_VARIABLES,
  ...OPENID_VARIABLES,
  SIGNUP_PROOF_OF_WORK: z
    .enum(["auto", "on", "off"], { error: "must be auto, on or off" })
    .default("auto")
    .describe(
      `Whether opening an account takes a second or two of the visitor's processor, to slow robots down: always, never, or while more than ${PROOF_OF_WORK.from} accounts are opened within an hour (auto). With RATE_LIMITS=off, auto means never.`,
    ),
  PASSWORD_RANGE_URL: optionalUrl(["http:", "https:"]).describe(
    "Service that checks new passwords against known breaches, such as https://api.pwnedpasswords.com/range/. It receives five characters of a hash. Without it, nothing is looked up. If it doesn't respond, the password is accepted.",
  ),
  REFUND_REQUIRED_VOTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe("Votes that must agree to decide a refund request, unless a proposal changes it."),
  ESTABLISHED_POINTS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe(
      "Points from other established members that make someone established, so that their votes decide about bounties and refunds, unless a proposal changes it. With 0 all votes do. 50 by default, and 0 in the demo, whose community is too small.",
    ),
  SETTLEMENT_REVIEW_FROM: sol("10").describe(
    "BBUX from which members can object before a bounty is paid by votes, unless a proposal changes it. With 0, no one can.",
  ),
  VOLUME_MEDIUM: sol("10").describe("BBUX placed as bounties in 30 days at which activity is medium."),
  VOLUME_HIGH: sol("100").describe("BBUX placed as bounties in 30 days at which activity is high."),
  PROPOSAL_STAKE_SIGNAL: sol("1").describe("BBUX that must be staked to submit a proposal that asks for an opinion."),
  PROPOSAL_STAKE_POLICY: sol("10").describe("BBUX that must be staked to propose a policy."),
  PROPOSAL_STAKE_PARAMETER: sol("100").describe("BBUX that must be staked to propose a change of a fee or rate."),
  FAILPOINT: z
    .enum(FAILPOINTS)
    .optional()
    .describe("For fault tests: kills this process when it gets there. Refused in production."),
  LOCAL_CHAIN_PORT: port.default(8899).describe("Port of the local chain; its websocket uses the next one."),
  LOCAL_CHAIN_FINAL_AFTER: z.coerce
    .number()
    .int()
    .min(1)
    .max(32)
    .default(8)
    .describe(
      "Slots of 400 ms until a transaction of the local chain is final. Lower values make integration tests faster.",
    ),
  SMTP_URL: optionalUrl(["smtp:", "smtps:"]).describe(
    "Mail server. Without it, emails are written to the folder outbox in the data directory.",
  ),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("no-reply@localhost")
    .describe("Sender of emails. An address alone gets the platform's name."),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional()
    .describe(
      "Keeps uploads in this bucket of an S3-compatible service. Without it and UPLOAD_URL, they are stored in the data directory.",
    ),
  S3_ENDPOINT: optionalUrl(["https:", "http:"]).describe(
    "The S3-compatible service; by default Amazon's in S3_REGION.",
  ),
  S3_REGION: region.describe("Region of the bucket."),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe("Key that can put and delete objects in the bucket. Required with S3_BUCKET."),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe("Its secret. Required with S3_BUCKET."),
  S3_PUBLIC_URL: optionalUrl(["https:"]).describe("Where browsers read the bucket's objects. Required with S3_BUCKET."),
  S3_PATH_STYLE: onOff.default("on").describe("on requests endpoint/bucket/key, off requests bucket.endpoint/key."),
  BACKUP_TO: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Directory, or s3://bucket/prefix, that the embedded database is continuously backed up to, with the uploads on disk. Without it, only the command backup makes backups.",
    ),
  BACKUP_KEEP: count(7).describe("Daily backups that are kept in BACKUP_TO, with everything since the oldest of them."),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, "must have at least 12 characters")
    .optional()
    .describe("Encrypts backups (age). Keep it elsewhere: without it they can't be restored."),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]+$/, "must be an age recipient: age1…")
    .optional()
    .describe("Encrypts backups to this age recipient instead, so that this machine can't read them."),
  BACKUP_IDENTITY: z
    .string()
    .regex(/^AGE-SECRET-KEY-1[0-9A-Z]+$/, "must be an age identity: AGE-SECRET-KEY-1…")
    .optional()
    .describe("The recipient's identity, for the command restore only."),
  BACKUP_S3_ENDPOINT: optionalUrl(["https:", "http:"]).describe(
    "The S3-compatible service of a bucket for backups; by default Amazon's in BACKUP_S3_REGION.",
  ),
  BACKUP_S3_REGION: region.describe("Region of that bucket."),
  BACKUP_S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe("Key that can put, get, list and delete objects in that bucket. Required for a bucket."),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional().describe("Its secret. Required for a bucket."),
  BACKUP_S3_PATH_STYLE: onOff
    .default("on")
    .describe("on requests endpoint/bucket/key, off requests bucket.endpoint/key."),
  UPLOAD_URL: z
    .string()
    .refine(isHttpsOrLoopback, "must be a URL that begins with https://")
    .optional()
    .describe("Sends uploads to this address of a hosting service instead, with an unsigned preset."),
  UPLOAD_PRESET: z.string().max(200).optional().describe("The unsigned preset. Required with UPLOAD_URL."),
  GIF_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be a key without spaces")
    .optional()
    .describe("Key of the GIF service. Without it, GIFs can't be searched."),
  GIF_API_URL: z
    .string()
    .refine(isHttpsOrLoopback, "must be a URL that begins with https://")
    .default("https://api.giphy.com/v1/gifs/search")
    .describe("Where GIFs are searched: GIPHY's search, or a service with the same API."),
  CHAT_INVITE_URL: optionalUrl(["https:"]).describe(
    "Invite to a community chat elsewhere, linked in the footer. Without it, there is no link.",
  ),
  SOCIAL_URL: optionalUrl(["https:"]).describe(
    "The platform's account on a social network, linked in the footer. Without it, there is no link.",
  ),
  SUPPORT_EMAIL: email("support@bbux.example").describe("Where members write for help."),
  LEGAL_EMAIL: email("legal@bbux.example").describe("Where questions about terms and privacy go."),
  SECURITY_CONTACT: z
    .string()
    .refine(isSecurityContact, "must be an email address, or a URL that begins with https://")
    .optional()
    .describe(
      "Where vulnerabilities are reported: an email address or an https:// URL, published at /.well-known/security.txt. Without it, that file doesn't exist.",
    ),
  SOURCE_URL: z
    .string()
    .refine(isHttpsOrLoopback, "must be a URL that begins with https://")
    .default("https://bbux.example/source")
    .describe("Where the source code is, linked from the developer guide."),
  REDIS_URL: optionalUrl(["redis:", "rediss:"]).describe(
    "Redis or Valkey, which several processes use to count rate limits and signal each other. While it's down, each process counts on its own.",
  ),
  DEMO: onOff
    .optional()
    .describe(
      "off leaves an empty database empty instead of filling it with a demo community, whose passwords are public. Off by default with a DATABASE_URL; with a SOLANA_RPC_URL or in production, turning it on is refused.",
    ),
  EMAIL_VERIFICATION: onOff
    .default("on")
    .describe(
      "off counts every member's email address as confirmed. Refused with SOLANA_RPC_URL, because then BBUX is worth something.",
    ),
  RATE_LIMITS: onOff
    .default("on")
    .describe("off lifts all limits, also those of trust levels, for development. Refused in production."),
  TRUST_LIMITS: onOff
    .default("on")
    .describe(
      "off lifts the daily limits of trust levels, for a closed community whose members know each other. What members can do before they confirm an address stays limited.",
    ),
  RATE_LIMIT_PUBLIC_MINUTE: count(100).describe("Requests a minute from one address without a session."),
  RATE_LIMIT_PUBLIC_HOUR: count(1_000).describe("Requests an hour from one address without a session."),
  RATE_LIMIT_MEMBER_MINUTE: count(500).describe("Requests a minute from one member."),
  RATE_LIMIT_MEMBER_HOUR: count(5_000).describe("Requests an hour from one member."),
  RATE_LIMIT_PAGE_MINUTE: count(RATE_LIMITS.page.minute).describe(
    "Pages, feeds and sitemaps a minute from one address. Files of the app don't count.",
  ),
  RATE_LIMIT_PAGE_HOUR: count(RATE_LIMITS.page.hour).describe("Pages, feeds and sitemaps an hour from one address."),
  TRUST_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe("Number of proxies in front of the app whose X-Forwarded-For is trusted. 0 trusts none."),
  TIMEOUT_FACTOR: z.coerce
    .number({ error: "must be a number" })
    .min(1)
    .max(100)
    .default(1)
    .describe(
      "How many times longer than usual to wait for the database, the chain, the signer and, in the app, the server, before giving up or shedding load. For slow machines.",
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .describe(
      "Bearer token for /api/metrics. Without it, only programs on this machine can read the metrics, directly; with TRUST_PROXY_HOPS, no one can.",
    ),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .optional()
    .describe("info in production, otherwise warn."),
});

/** The environment as it was given, checked variable by variable. */
export type GivenEnv = z.infer<typeof envSchema>;

/** Problems with the environment: one sentence per variable, each naming it. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}
