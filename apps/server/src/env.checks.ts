import { parseAmount, UNIT } from "@bbux/contract";
import { EnvError, type GivenEnv } from "./env.schema.ts";

/** Checks what several variables have to do with each other. @throws EnvError */
export function requireConsistent(env: GivenEnv): void {
  requireOneDatabase(env);
  requireShared(env);
  requireCompleteStorage(env);
  requireOneKey(env);
  requireOneBackup(env);
  requirePayable(env);
  requireColdWallet(env);
  requireSecondNode(env);
  if (env.OPENID_PROVIDERS && !env.PUBLIC_ORIGIN) {
    throw new EnvError("OPENID_PROVIDERS must be set with PUBLIC_ORIGIN, where providers send browsers back to");
  }
  if (env.SOLANA_RPC_URL && env.DEMO === "on") {
    throw new EnvError(
      "DEMO must not be on with SOLANA_RPC_URL: the demo's balances are backed on the local chain only",
    );
  }
  if (env.SOLANA_RPC_URL && env.EMAIL_VERIFICATION === "off") {
    throw new EnvError(
      "EMAIL_VERIFICATION must not be off with SOLANA_RPC_URL: members withdraw what is worth something",
    );
  }
  if (env.NODE_ENV === "production") requireSecure(env);
}

function requireOneDatabase(env: GivenEnv): void {
  if (env.DATABASE_URL) return;
  const logins = ["DATABASE_APP_URL", "DATABASE_JOBS_URL", "DATABASE_READ_URL"] as const;
  const given = logins.find((name) => env[name]);
  if (given) throw new EnvError(`${given} must be set with DATABASE_URL: they are logins of one database`);
  if (env.DATABASE_DIRECT_URL)
    throw new EnvError("DATABASE_DIRECT_URL must be set with DATABASE_URL, whose pooler it goes past");
  if (env.DATABASE_REPLICA_URLS)
    throw new EnvError("DATABASE_REPLICA_URLS must be set with DATABASE_URL, whose replicas they are");
}

/** Processes that share the work share what a single one starts or makes up for itself. */
function requireShared(env: GivenEnv): void {
  if (env.ROLE === "all") return;
  const shared = ["DATABASE_URL", "SOLANA_RPC_URL", "SIGNER_SOCKET", "SESSION_SECRET", "PUBLIC_ORIGIN"] as const;
  const problems = shared.filter((name) => !env[name]).map((name) => `${name} must be set with ROLE=${env.ROLE}`);
  if (problems.length > 0) throw new EnvError(problems.join("\n"));
}

function requireOneKey(env: GivenEnv): void {
  const names = ["PLATFORM_WALLET_SECRET", "PLATFORM_WALLET_SECRET_FILE", "SIGNER_SOCKET"] as const;
  const [first, second] = names.filter((name) => env[name]);
  if (first && second) throw new EnvError(`${second} must not be set with ${first}: the key has one place`);
}

function requireOneBackup(env: GivenEnv): void {
  if (env.BACKUP_TO && env.DATABASE_URL) {
    throw new EnvError("BACKUP_TO must not be set with DATABASE_URL: the log of your own PostgreSQL is archived by it");
  }
  if (env.BACKUP_PASSPHRASE && env.BACKUP_RECIPIENT) {
    throw new EnvError("BACKUP_PASSPHRASE must not be set with BACKUP_RECIPIENT: backups are encrypted once");
  }
}

/** An incomplete upload configuration is a mistake, so it stops the start. */
function requireCompleteStorage(env: GivenEnv): void {
  const s3 = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "S3_PUBLIC_URL"] as const;
  const hosted = ["UPLOAD_URL", "UPLOAD_PRESET"] as const;
  const problems = [s3, hosted].flatMap((names) => {
    const given = names.find((name) => env[name]);
    return given ? names.filter((name) => !env[name]).map((name) => `${name} must be set with ${given}`) : [];
  });
  if (env.S3_BUCKET && env.UPLOAD_URL)
    problems.push("UPLOAD_URL must not be set with S3_BUCKET: uploads have one place");
  if (problems.length > 0) throw new EnvError(problems.join("\n"));
}

/** What one member may withdraw must fit into what the platform pays: otherwise it would wait forever. */
function requirePayable(env: GivenEnv): void {
  const { member, hour, day } = payoutLimits(env);
  if (hour < member) throw new EnvError("WITHDRAWAL_HOURLY_LIMIT must be at least WITHDRAWAL_DAILY_LIMIT");
  if (day < hour) throw new EnvError("WITHDRAWAL_DAILY_LIMIT_ALL must be at least WITHDRAWAL_HOURLY_LIMIT");
}

/** What is above the ceiling has to go somewhere, and what withdrawals must leave is below it. */
function requireColdWallet({
  HOT_WALLET_CEILING: ceiling,
  HOT_WALLET_FLOOR: floor,
  COLD_WALLET_ADDRESS: cold,
}: GivenEnv): void {
  if (ceiling === undefined) return;
  if (!cold) throw new EnvError("HOT_WALLET_CEILING must be set with COLD_WALLET_ADDRESS, where the rest goes");
  if ((parseAmount(ceiling) ?? 0n) <= (parseAmount(floor) ?? 0n)) {
    throw new EnvError("HOT_WALLET_CEILING must be more than HOT_WALLET_FLOOR");
  }
}

/** In base units: what one member may withdraw in 24 hours, and what the platform pays within an hour and a day. */
export function payoutLimits(
  env: Pick<GivenEnv, "WITHDRAWAL_DAILY_LIMIT" | "WITHDRAWAL_HOURLY_LIMIT" | "WITHDRAWAL_DAILY_LIMIT_ALL">,
): { readonly member: bigint; readonly hour: bigint; readonly day: bigint } {
  const member = parseAmount(env.WITHDRAWAL_DAILY_LIMIT) ?? 0n;
  const hour = parseAmount(env.WITHDRAWAL_HOURLY_LIMIT ?? "") ?? max(5n * member, 5_000n * UNIT);
  const day = parseAmount(env.WITHDRAWAL_DAILY_LIMIT_ALL ?? "") ?? 4n * hour;
  return { member, hour, day };
}

const max = (one: bigint, other: bigint) => (one > other ? one : other);

/** Two URLs of one provider would be one view of the chain. */
function requireSecondNode({ SOLANA_RPC_URL: first, SOLANA_WITNESS_URL: second }: GivenEnv): void {
  if (!second) return;
  if (!first) throw new EnvError("SOLANA_WITNESS_URL must be set with SOLANA_RPC_URL: the local chain has one node");
  if (new URL(first).host === new URL(second).host) {
    throw new EnvError("SOLANA_WITNESS_URL must be at another provider than SOLANA_RPC_URL");
  }
}

function requireSecure(env: GivenEnv): void {
  const hasKey = env.PLATFORM_WALLET_SECRET || env.PLATFORM_WALLET_SECRET_FILE || env.SIGNER_SOCKET;
  const missing = (["SESSION_SECRET", "PLATFORM_WALLET_SECRET", "PUBLIC_ORIGIN"] as const).filter(
    (name) => !env[name] && !(name === "PLATFORM_WALLET_SECRET" && hasKey),
  );
  const problems = missing.map((name) => `${name} must be set in production`);
  if (env.DEMO === "on") problems.push("DEMO must not be on in production");
  if (env.FAILPOINT) problems.push("FAILPOINT must not be set in production");
  if (env.WITHDRAWAL_SECOND_LOOK_SECONDS < 30) {
    problems.push("WITHDRAWAL_SECOND_LOOK_SECONDS must be at least 30 in production");
  }
  if (env.RATE_LIMITS === "off") problems.push("RATE_LIMITS must not be off in production");
  if (problems.length > 0) throw new EnvError(problems.join("\n"));
}
