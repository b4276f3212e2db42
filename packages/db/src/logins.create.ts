import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { type DatabaseUrls, LOGINS, type Login, LoginError, loginSql, ROLES, SETTINGS } from "./logins.ts";
import { codeOf, messageOf } from "./pg-error.ts";

const ATTEMPTS = 20;
/** Roles belong to the whole server, and two of its databases may change one at once: already there, or updated in between. */
const PASSING = new Set(["42710", "23505", "XX000", "40001", "40P01"]);
const WRONG_PASSWORD = "28P01";
const NOT_ALLOWED = "42501";
/** Settings that each session makes itself, unless it's a pooler's. */
const OWN: ReadonlySet<string> = new Set(["statement_timeout", "idle_in_transaction_session_timeout"]);
const UNSETTLED =
  "The database keeps refusing passwords that were just set for bbux_app, bbux_jobs or bbux_read. If a pooler stands in between, give it their passwords; otherwise check `valid until` of these roles.";

interface Role {
  readonly login: Login;
  readonly exists: boolean;
  readonly canLogIn: boolean;
  readonly settings: readonly string[];
}

/**
 * Makes sure that the logins exist and let this platform in, as the owner: creates the roles that are missing, and sets passwords and
 * settings where they differ. Repeating it changes nothing. Logins that were given only have to exist.
 * @param say told, in a sentence for the operator, if the owner may not make settings that can be done without
 * @throws LoginError with what an administrator has to run if the owner may not create them
 */
export async function ensureLogins(urls: DatabaseUrls, say?: (line: string) => void): Promise<void> {
  const owner = new pg.Client({ connectionString: urls.owner, application_name: "bbux logins" });
  owner.on("error", () => undefined);
  await owner.connect();
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        if (await arrange(owner, urls, say)) break;
        if (attempt === ATTEMPTS) throw new LoginError(UNSETTLED);
      } catch (error) {
        if (!PASSING.has(codeOf(error)) || attempt === ATTEMPTS) throw explained(error, owner);
      }
    }
  } finally {
    await owner.end().catch(() => undefined);
  }
  // That for reading may be of a replica, which may be away.
  for (const login of ["app", "jobs"] as const) if (urls.given.includes(login)) await tryOut(urls, login);
}

/** @returns whether nothing was left to change */
async function arrange(owner: pg.Client, urls: DatabaseUrls, say?: (line: string) => void): Promise<boolean> {
  const roles = await rolesOf(owner);
  const changes: string[] = [];
  for (const role of roles) changes.push(...(await changesTo(role, owner, urls)));
  if (changes.length > 0) {
    await run(owner, changes);
    return false;
  }
  const wishes = roles.flatMap((role) => settingsFor(role, urls, (name) => !isNeeded(name, role.login, urls)));
  try {
    if (wishes.length > 0) await run(owner, wishes);
  } catch (error) {
    if (codeOf(error) !== NOT_ALLOWED) throw error;
    say?.(
      `The database's user ${owner.user} may not change the logins' settings (${messageOf(error)}). Each connection makes them itself, so everything works. With a pooler it wouldn't; an administrator can run: ${wishes.join("; ")};`,
    );
  }
  return true;
}

async function run(owner: pg.Client, changes: readonly string[]): Promise<void> {
  await owner.query("begin");
  try {
    // Processes of one platform that start together take turns.
    await owner.query("select pg_advisory_xact_lock(hashtext('bbux logins'))");
    for (const change of changes) await owner.query(change);
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}

async function rolesOf(owner: pg.Client): Promise<Role[]> {
  const { rows } = await owner.query<{ name: string; login: boolean; settings: string[] }>(
    "select rolname::text as name, rolcanlogin as login, coalesce(rolconfig, '{}') as settings from pg_roles where rolname = any ($1)",
    [Object.values(ROLES)],
  );
  return LOGINS.map((login) => {
    const found = rows.find(({ name }) => name === ROLES[login]);
    return { login, exists: Boolean(found), canLogIn: found?.login ?? false, settings: found?.settings ?? [] };
  });
}

async function changesTo(role: Role, owner: pg.Client, urls: DatabaseUrls): Promise<string[]> {
  const { login } = role;
  const name = ROLES[login];
  const changes = role.exists ? [] : [`create role ${name}`];
  // The role has the grants, even if an operator's login of another name works with them.
  if (urls.given.includes(login)) return changes;
  if (!role.canLogIn) changes.push(`alter role ${name} login`);
  if (urls.hasPasswords && (!role.canLogIn || !(await letsIn(urls.direct[login])))) {
    const { password } = new pg.Client({ connectionString: urls.direct[login] });
    changes.push(`alter role ${name} password '${await verifierOf(password ?? "", owner)}'`);
  }
  return [...changes, ...settingsFor(role, urls, (setting) => isNeeded(setting, login, urls))];
}

const isNeeded = (setting: string, login: Login, { isPooled }: DatabaseUrls) =>
  !OWN.has(setting) || (isPooled && login !== "read");

/** The changes for those settings, of a login that wasn't given, that differ. */
function settingsFor({ login, settings }: Role, urls: DatabaseUrls, which: (setting: string) => boolean): string[] {
  if (urls.given.includes(login)) return [];
  return Object.entries(SETTINGS[login])
    .filter(([setting, value]) => which(setting) && !settings.includes(`${setting}=${value}`))
    .map(([setting, value]) => `alter role ${ROLES[login]} set ${setting} = '${value}'`);
}

/** Whether the password is right; other reasons to be refused, such as rules of the server, come up when the login is used. */
async function letsIn(url: string): Promise<boolean> {
  try {
    await connectOnce(url);
    return true;
  } catch (error) {
    return codeOf(error) !== WRONG_PASSWORD;
  }
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "bbux logins",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function tryOut(urls: DatabaseUrls, login: Login): Promise<void> {
  try {
    await connectOnce(urls[login]);
  } catch (error) {
    throw new LoginError(`DATABASE_${login.toUpperCase()}_URL doesn't work: ${messageOf(error)}`, { cause: error });
  }
}

/** What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803), so that the password itself appears in no statement and no log. */
async function verifierOf(password: string, owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ iterations: string | null }>(
    "select current_setting('scram_iterations', true) as iterations",
  );
  const iterations = Number(rows[0]?.iterations ?? 4096);
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const part = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(part("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${part("Server Key").toString("base64")}`;
}

function explained(error: unknown, { user }: pg.Client): unknown {
  if (codeOf(error) !== NOT_ALLOWED) return error;
  const may = `The database's user ${user} may not create the logins that BBUX works with (${messageOf(error)}).`;
  return new LoginError(`${may} Have an administrator of the server run\n\n${loginSql(user ?? "")}`, { cause: error });
}
