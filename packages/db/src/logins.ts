import { scryptSync } from "node:crypto";
import pg from "pg";

/** The database's logins besides the owner's: for requests, for workers with their queue, and for reading only (docs/adr/0022). */
export const LOGINS = ["app", "jobs", "read"] as const;
export type Login = (typeof LOGINS)[number];

/** The role of each login. Migrations give their grants to the app's; `shareGrants` derives those of the others. */
export const ROLES: Readonly<Record<Login, string>> = { app: "bbux_app", jobs: "bbux_jobs", read: "bbux_read" };

/** Where each login finds the database. */
export interface DatabaseUrls extends Readonly<Record<Login | "owner", string>> {
  /** Logins that an operator has made; they are checked and never changed. */
  readonly given: readonly Login[];
  /** Whether the platform sets the other logins' passwords; it can't if the owner's URL has none to derive them from. */
  readonly hasPasswords: boolean;
  /** Whether a pooler stands before `app` and `jobs` that gives each transaction another session. The owner goes past it. */
  readonly isPooled: boolean;
  /** Where each login has a session of its own: past the pooler, if there is one. */
  readonly direct: Readonly<Record<Login, string>>;
}

/**
 * The URLs of all logins, from the owner's. Their passwords are derived from the owner's, so every process that knows the
 * owner's URL knows them.
 * @param options.given URLs of logins that an operator has made
 * @param options.direct the owner's URL past a pooler
 * @param options.secret what passwords are derived from if the owner has none
 */
export function databaseUrls(
  owner: string,
  options: {
    readonly given?: { readonly [Each in Login]?: string | undefined };
    readonly direct?: string | undefined;
    readonly secret?: string | undefined;
  } = {},
): DatabaseUrls {
  // The driver also knows passwords from PGPASSWORD and the query string.
  const { password } = new pg.Client({ connectionString: owner });
  const key = password || options.secret;
  const { given = {}, direct } = options;
  const urlOf = (login: Login) => given[login] ?? derive(owner, ROLES[login], key);
  const urls = { app: urlOf("app"), jobs: urlOf("jobs"), read: urlOf("read") };
  const directOf = (login: Login) => (direct ? withLoginOf(urls[login], direct) : urls[login]);
  return {
    ...urls,
    owner: direct ?? owner,
    given: LOGINS.filter((login) => given[login] !== undefined),
    hasPasswords: Boolean(key),
    isPooled: direct !== undefined,
    // A login for reading that was given may be of another server.
    direct: { app: directOf("app"), jobs: directOf("jobs"), read: given.read ?? directOf("read") },
  };
}

/** The owner's URL, or all of them. */
export type Place = string | DatabaseUrls;

export const allUrls = (place: Place): DatabaseUrls => (typeof place === "string" ? databaseUrls(place) : place);

function derive(owner: string, role: string, key: string | undefined): string {
  return withLogin(owner, role, key ? passwordOf(role, key) : "");
}

/** One URL's user and password at the place of another. */
export function withLoginOf(url: string, place: string): string {
  const { user, password } = new pg.Client({ connectionString: url });
  return withLogin(place, user ?? "", password ?? "");
}

function withLogin(place: string, user: string, password: string): string {
  const url = new URL(place);
  url.searchParams.delete("user");
  url.searchParams.delete("password");
  if (url.hostname === "") {
    // A URL without a host, for a socket, has no place for a user.
    url.searchParams.set("user", user);
    if (password) url.searchParams.set("password", password);
  } else {
    url.username = encodeURIComponent(user);
    url.password = encodeURIComponent(password);
  }
  return url.href;
}

/** Slow on purpose: who knows a login's password must not be able to try out the owner's. */
function passwordOf(role: string, key: string): string {
  const known = derived.get(`${role} ${key}`);
  if (known) return known;
  const password = scryptSync(key, `bbux login ${role}`, 32).toString("base64url");
  derived.set(`${role} ${key}`, password);
  return password;
}

const derived = new Map<string, string>();

/** A login that can't be used; the message says what to do about it. */
export class LoginError extends Error {
  override readonly name = "LoginError";
}

/** Longer than any statement of a request should take; waiting for a lock counts, too. */
export const STATEMENT_TIMEOUT_MS = 2_000;

const working = {
  search_path: "public",
  statement_timeout: `${STATEMENT_TIMEOUT_MS / 1_000}s`,
  idle_in_transaction_session_timeout: "15s",
};

/** Settings that hold in all of a login's sessions, even those that a pooler opened. */
export const SETTINGS: Readonly<Record<Login, Readonly<Record<string, string>>>> = {
  app: working,
  jobs: working,
  read: { search_path: "public", idle_in_transaction_session_timeout: "15s", default_transaction_read_only: "on" },
};

/** What an administrator has to run if the owner may not create the logins. */
export function loginSql(owner: string): string {
  const lines = LOGINS.flatMap((login) => [
    `create role ${ROLES[login]} login password '…';  -- or: alter role ${ROLES[login]} login password '…'`,
    ...Object.entries(SETTINGS[login]).map(([name, value]) => `alter role ${ROLES[login]} set ${name} = '${value}';`),
    ...(login === "read" ? [] : [`grant ${ROLES[login]} to ${owner};`]),
  ]);
  const variables = LOGINS.map((login) => `DATABASE_${login.toUpperCase()}_URL=postgresql://${ROLES[login]}:…@…`);
  return `${lines.join("\n")}\n\nand then set\n\n${variables.join("\n")}`;
}
