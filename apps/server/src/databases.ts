import { connect, type DatabaseUrls, databaseUrls, LoginError } from "@bbux/db";
import type { Env } from "./env.ts";
import type { Secrets } from "./secrets.ts";

/** The URLs of all logins. @param owner the URL of the database's owner: DATABASE_URL, or that of the embedded PostgreSQL */
export function databaseUrlsOf(env: Env, owner: string, secrets?: Pick<Secrets, "sessionSecret">): DatabaseUrls {
  const given = { app: env.DATABASE_APP_URL, jobs: env.DATABASE_JOBS_URL, read: env.DATABASE_READ_URL };
  return databaseUrls(owner, { given, secret: secrets?.sessionSecret ?? env.SESSION_SECRET });
}

/** Connections of the workers, which come on top of those for requests. */
export const workersPool = ({ DATABASE_POOL }: Pick<Env, "DATABASE_POOL">) => Math.max(4, Math.ceil(DATABASE_POOL / 2));

/**
 * Examines the login for reports. Nothing else in this process uses it, so the platform also starts while a replica is away.
 * @throws LoginError if it may do more than read
 */
export async function requireReader(urls: DatabaseUrls, say: (line: string) => void): Promise<void> {
  const db = connect({ url: urls, as: "read", max: 1 });
  try {
    await db.connection().execute(async () => undefined);
  } catch (error) {
    if (error instanceof LoginError) throw error;
    say(`The login for reading (DATABASE_READ_URL) doesn't respond: ${String(error)}`);
  } finally {
    await db.destroy();
  }
}
