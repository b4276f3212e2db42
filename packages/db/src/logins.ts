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
}

/**
 * The URLs of all logins, from the owner's. Their passwords are derived from the owner's, so every process that knows the
 * owner's URL knows them.
 * @param options.given URLs of logins that an operator has made
 * @param options.secret what passwords are derived from if the owner has none
 */
export function databaseUrls(
  owner: string,
  options: {
    readonly given?: { readonly [Each in Login]?: string | undefined };
    readonly secret?: string | undefined;
  } = {},
): DatabaseUrls {
  // The driver also knows passwords from PGPASSWORD and the query string.
  const { password } = new pg.Client({ connectionString: owner });
  const key = password || options.secret;
  const { given = {} } = options;
  const urlOf = (login: Login) => given[login] ?? derive(owner, ROLES[login], key);
  return {
    owner,
    app: urlOf("app"),
    jobs: urlOf("jobs"),
    read: urlOf("read"),
    given: LOGINS.filter((login) => given[login] !== undefined),
    hasPasswords: Boolean(key),
  };
}

/** The owner's URL, or all of them. */
export type Place = string | DatabaseUrls;

export const allUrls = (place: Place): DatabaseUrls => (typeof place === "string" ? databaseUrls(place) : place);

function derive(owner: string, role: string, key: string | undefined): string {
  const password = key ? passwordOf(role, key) : "";
  const url = new URL(owner);
  url.searchParams.delete("user");
  url.searchParams.delete("password");
  if (url.hostname === "") {
    // A URL without a host, for a socket, has no place for a user.
    url.searchParams.set("user", role);
    if (password) url.searchParams.set("password", password);
  } else {
    url.username = role;
    url.password = password;
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

/** Settings that hold in all of a login's sessions, even those that a pooler opened. */
export const SETTINGS: Readonly<Record<Login, Readonly<Record<string, string>>>> = {
  app: { search_path: "public", idle_in_transaction_session_timeout: "15s" },
  jobs: { search_path: "public", idle_in_transaction_session_timeout: "15s" },
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
