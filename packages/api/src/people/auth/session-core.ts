import { type FactorKind, type ProofKind, type Role, SECOND_FACTOR, SESSION } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { CurrentSession, Services, Viewer } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";

// The only file that imports lucia, which is no longer maintained; replacing lucia means replacing this file.

/** What a member has proved who they are with, and when. */
export interface Proved {
  readonly by: ProofKind;
  /** Null for right now, by the database's clock. */
  readonly at: Date | null;
}

interface SessionAttributes {
  readonly familyId: string;
  readonly kind: CurrentSession["kind"];
  /** The device's user agent at sign-in. Never read here. */
  readonly userAgent?: string | null;
  /** The network around its address at sign-in. Never read here. */
  readonly network?: string | null;
  /** When its sign-in was, if not right now. Never read here. */
  readonly beganAt?: Date;
  /** Given to a new session. Never read here. */
  readonly proved?: Proved | null;
  /** Read of an existing one. */
  readonly row?: SessionRow;
}

type Standing = Pick<CurrentSession, "freshProof" | "factors" | "firstFactors" | "providers" | "isStaffOverdue">;

interface UserAttributes {
  readonly username: string;
  readonly role: Role;
  readonly suspended: boolean;
  readonly emailVerified: boolean;
}

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

interface SessionRow {
  readonly user_id: string;
  readonly family_id: string;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly username: string;
  readonly role: string;
  readonly suspended_at: Date | null;
  readonly email_verified_at: Date | null;
  readonly fresh_proof: ProofKind | null;
  readonly factors: FactorKind[];
  readonly has_password: boolean;
  readonly has_wallet: boolean;
  /** Of the member's accounts at providers. */
  readonly issuers: string[];
  readonly staff_overdue: boolean;
  /** Whether the time of its last use is worth writing again. */
  readonly use_due: boolean;
}

const { proofMinutes: PROOF_MINUTES, graceDays: GRACE_DAYS } = SECOND_FACTOR;

/** Runs on every request of a member. */
const liveSession = statement(
  (idHash: Buffer, kind: CurrentSession["kind"]) => sql<SessionRow>`
    select s.user_id, s.family_id, s.expires_at, s.created_at, u.username, u.role, u.suspended_at, u.email_verified_at,
      case when s.proved_at > clock_timestamp() - make_interval(mins => ${PROOF_MINUTES}) then s.proof end as fresh_proof,
      array(select distinct f.kind from factors f where f.user_id = u.id and ${isActiveFactor} order by 1) as factors,
      u.password_hash is not null as has_password,
      exists (select from linked_logins l where l.user_id = u.id and l.kind = 'wallet' and l.suspended_at is null) as has_wallet,
      array(select l.issuer from linked_logins l where l.user_id = u.id and l.kind = 'openid' and l.suspended_at is null) as issuers,
      coalesce(u.role <> 'user' and u.staff_since <= clock_timestamp() - make_interval(days => ${GRACE_DAYS}), false) as staff_overdue,
      coalesce(s.used_at < clock_timestamp() - make_interval(mins => ${SESSION.useMinutes}), true) as use_due
    from sessions s join users u on u.id = s.user_id
    where s.id_hash = ${idHash} and s.kind = ${kind}`,
);

/** Adapts our tables as lucia's storage. Validates with one join, and works in our transaction when given one. */
function adapter(db: Kysely<DB>, kind: CurrentSession["kind"]): Adapter {
  return {
    async getSessionAndUser(id) {
      const [row] = await liveSession(db, hashSecret(id), kind);
      if (!row) return [null, null];
      const cap = new Date(row.created_at.getTime() + SESSION.absoluteDays * 86_400_000);
      const session: DatabaseSession = {
        id,
        userId: row.user_id,
        // However often it is renewed, it ends at the absolute cap.
        expiresAt: row.expires_at < cap ? row.expires_at : cap,
        attributes: { familyId: row.family_id, kind, row },
      };
      const { username, suspended_at, email_verified_at } = row;
      const attributes = {
        username,
        role: roleOf(row.role),
        suspended: suspended_at !== null,
        emailVerified: email_verified_at !== null,
      };
      return [session, { id: row.user_id, attributes }];
    },
    async getUserSessions(userId) {
      const rows = await db
        .selectFrom("sessions")
        .selectAll()
        .where("user_id", "=", userId)
        .where("kind", "=", kind)
        .execute();
      return rows.map((row) => ({
        id: row.id_hash.toString("hex"),
        userId: row.user_id,
        expiresAt: row.expires_at,
        attributes: { familyId: row.family_id, kind },
      }));
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      await db
        .insertInto("sessions")
        .values({
          id_hash: hashSecret(id),
          user_id: userId,
          expires_at: expiresAt,
          family_id: attributes.familyId,
          kind,
          user_agent: attributes.userAgent ?? null,
          network: attributes.network ?? null,
          ...(attributes.beganAt && { created_at: attributes.beganAt }),
          used_at: sql<Date>`clock_timestamp()`,
          proof: attributes.proved?.by ?? null,
          proved_at: attributes.proved ? (attributes.proved.at ?? sql<Date>`clock_timestamp()`) : null,
        })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      // A bearer token lasts an hour; a client renews it with the refresh token.
      if (kind === "bearer") return;
      await db.updateTable("sessions").set({ expires_at: expiresAt }).where("id_hash", "=", hashSecret(id)).execute();
    },
    async deleteSession(id) {
      // An expired bearer token is kept until the nightly cleanup, to tell it from an unknown one.
      if (kind === "bearer") return;
      await db.deleteFrom("sessions").where("id_hash", "=", hashSecret(id)).execute();
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("sessions").where("expires_at", "<", new Date()).execute();
    },
  };
}

const NO_STANDING: Standing = {
  freshProof: null,
  factors: [],
  firstFactors: [],
  providers: [],
  isStaffOverdue: false,
};

/** The operator may have removed the provider of a linked account, which then is no way in. */
function standingOf(row: SessionRow, { openIdProviders }: Pick<Services, "openIdProviders">): Standing {
  const providers = openIdProviders.filter(({ issuer }) => row.issuers.includes(issuer)).map(({ id }) => id);
  return {
    freshProof: row.fresh_proof,
    factors: row.factors,
    firstFactors: [
      ...(row.has_password ? (["password"] as const) : []),
      ...(row.has_wallet ? (["wallet"] as const) : []),
      ...(providers.length > 0 ? (["openid"] as const) : []),
    ],
    providers,
    isStaffOverdue: row.staff_overdue,
  };
}

function roleOf(value: string): Role {
  return value === "admin" || value === "moderator" ? value : "user";
}

function luciaFor(db: Kysely<DB>, kind: CurrentSession["kind"]): Lucia<SessionAttributes, UserAttributes> {
  return new Lucia<SessionAttributes, UserAttributes>(adapter(db, kind), {
    sessionExpiresIn:
      kind === "cookie" ? new TimeSpan(SESSION.cookieDays, "d") : new TimeSpan(SESSION.bearerMinutes, "m"),
    getSessionAttributes: ({ familyId, kind: attributeKind, row }) => ({
      familyId,
      kind: attributeKind,
      ...(row && { row }),
    }),
    getUserAttributes: ({ username, role, suspended, emailVerified }) => ({ username, role, suspended, emailVerified }),
  });
}

export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Opens a session of the family; the token is returned once and stored as a hash. */
export async function openSession(
  db: Kysely<DB>,
  userId: string,
  attributes: {
    familyId: string;
    kind: CurrentSession["kind"];
    userAgent: string | null;
    network: string | null;
    proved: Proved | null;
    beganAt?: Date;
  },
): Promise<NewSession> {
  const session = await luciaFor(db, attributes.kind).createSession(userId, attributes);
  return { token: session.id, expiresAt: session.expiresAt };
}

export interface LiveSession {
  readonly viewer: Viewer;
  readonly session: CurrentSession;
  readonly expiresAt: Date;
  /** Set when the cookie was extended and has to be sent again. */
  readonly renewedUntil: Date | null;
}

/**
 * Notes that a session is in use, unless another request is doing so or ending it. At most once in some minutes for each, so that
 * reads stay cheap.
 */
const noteUse = statement(
  (idHash: Buffer) => sql`
    update sessions set used_at = clock_timestamp()
     where id_hash = (select id_hash from sessions where id_hash = ${idHash} for no key update skip locked)`,
);

/** Returns the live session of a token, or `null`. Takes one query, and one each when it is time to extend it or to note its use. */
export async function validateSession(
  services: Pick<Services, "db" | "openIdProviders">,
  token: string,
  kind: CurrentSession["kind"],
): Promise<LiveSession | null> {
  const { session, user } = await luciaFor(services.db, kind).validateSession(token);
  if (!session || !user) return null;
  const { id, username, role, suspended, emailVerified } = user;
  if (session.row?.use_due) await noteUse(services.db, hashSecret(token));
  const standing = session.row ? standingOf(session.row, services) : NO_STANDING;
  return {
    viewer: { id, username, role, suspended, emailVerified },
    session: { token, kind, familyId: session.familyId, ...standing },
    expiresAt: session.expiresAt,
    renewedUntil: session.fresh && kind === "cookie" ? session.expiresAt : null,
  };
}
