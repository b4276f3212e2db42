import type { VersionedAddress } from "@bbux/chain";
import { formatAmount, type Role } from "@bbux/contract";
import { balanceSql, deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { addTag } from "../../content/tags/index.ts";
import { storeTotp } from "../../people/second-factor/index.ts";
import { freezeHold } from "../../people/security-holds/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";
import type { DemoMember } from "./demo.types.ts";
import { stakes } from "./governance.ts";
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, emailOf, frozen, guarded, newcomer, signIns } from "./members.ts";
import { dailyRewards, move } from "./move.ts";
import { posts } from "./posts/index.ts";
import { readers } from "./readers.ts";
import { tags } from "./tags.ts";
import type { Voter } from "./votes.ts";
import { writeChat } from "./write-chat.ts";
import { writeFlags } from "./write-flags.ts";
import { writeGovernance } from "./write-governance.ts";
import { writeNews } from "./write-news.ts";
import { putPictures } from "./write-pictures.ts";
import { units, writePosts } from "./write-posts.ts";
import { writeRelations, writeVotes } from "./write-relations.ts";
import { writeReputation } from "./write-reputation.ts";
import { writeReviews } from "./write-reviews.ts";
import { ago, type Move, type Trx } from "./written.ts";

export interface DemoSignIn {
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly frozen: boolean;
  readonly password: string;
  /** What to type into an authenticator app; null for those who sign in without a code. */
  readonly authenticatorKey: string | null;
  readonly role: Role;
  /** BBUX, as a decimal. */
  readonly balance: string;
}

type Needs = Pick<
  Services,
  "db" | "now" | "passwords" | "depositAddresses" | "media" | "vault" | "parameterDefaults" | "failpoint"
>;

/**
 * Fills a database without members with the demo community, in one transaction, so it exists completely or not at all.
 * If two servers start at the same time, one does it. All money moves by ledger transfers.
 * @returns the demo sign-ins, also on later starts while these members exist; none in any other database
 */
export async function seedDemo({
  db,
  now,
  passwords,
  depositAddresses,
  media,
  vault,
  ...rewards
}: Needs): Promise<DemoSignIn[]> {
  if (await isEmpty(db)) {
    // The password is public, so a salt for each would hide nothing.
    const passwordHash = await passwords.hash(DEMO_PASSWORD);
    const pictures = await putPictures(media);
    const accounts = await newAccounts(db, depositAddresses);
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('bbux demo'))`.execute(trx);
      if (!(await isEmpty(trx))) return;
      const at = now();
      const moves: Move[] = [];
      const { users, voters } = await insertMembers(trx, at, passwordHash, accounts, moves);
      const app = { userId: users.get(guarded.username) ?? "", secret: DEMO_AUTHENTICATOR_KEY, confirmedAt: at };
      await storeTotp(trx, { vault }, app);
      await freeze(trx, users.get(frozen.username) ?? "", ago(at, 1));
      const tagIds = new Map<string, string>();
      for (const tag of tags) tagIds.set(tag.name, await addTag(trx, tag));
      const known = { now: at, users, voters, tags: tagIds, pictures, moves };
      const story = await writePosts(trx, known, posts);
      const votes = await writeVotes(trx, known, story);
      await writeRelations(trx, known, story);
      const governance = await writeGovernance(trx, known, story);
      const milestones = await writeReputation(trx, known, story, votes, governance.events);
      const from = ago(at, Math.max(...stakes.map(({ daysAgo }) => daysAgo)));
      await move(trx, [...moves, ...dailyRewards(trx, rewards, { from, until: at })]);
      await writeNews(trx, known, story, votes, milestones, governance.news);
      await writeReviews(trx, story);
      await writeChat(trx, known);
      await writeFlags(trx, known, story);
    });
  }
  return openSignIns(db);
}

async function isEmpty(db: Services["db"]): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined;
}

interface People {
  readonly users: ReadonlyMap<string, string>;
  readonly voters: readonly Voter[];
}

interface Account extends VersionedAddress {
  readonly id: string;
}
const NO_ADDRESS: VersionedAddress = { address: "", version: 1 };

/** Ids and deposit addresses of everyone in the demo. */
async function newAccounts(db: Services["db"], depositAddresses: Services["depositAddresses"]): Promise<Account[]> {
  const { rows } = await sql<{ id: string }>`
    select nextval('ids') as id from generate_series(1, ${signIns.length + readers.length})`.execute(db);
  const addresses = await depositAddresses(rows.map(({ id }) => id));
  return rows.map(({ id }, nth) => ({ id, ...(addresses[nth] ?? NO_ADDRESS) }));
}

async function insertMembers(
  trx: Trx,
  now: Date,
  passwordHash: string,
  accounts: readonly Account[],
  moves: Move[],
): Promise<People> {
  const users = new Map<string, string>();
  const voters: Voter[] = [];
  for (const [nth, person] of [...signIns, ...readers].entries()) {
    const { id, address, version } = accounts[nth] ?? { id: "", ...NO_ADDRESS };
    const joinedAt = ago(now, person.joinedDaysAgo);
    users.set(person.username, id);
    voters.push({ id, joinedAt });
    await trx
      .insertInto("users")
      .values({
        id,
        username: person.username,
        solana_address: address,
        address_version: version,
        created_at: joinedAt,
        updated_at: joinedAt,
        ...(person.funds !== undefined && signInOf(person, passwordHash, joinedAt)),
      })
      .execute();
    if (person.funds === undefined) continue;
    const cause = `demo:${person.username}`;
    const funds = { member: id, amount: units(person.funds), cause, reason: "Funds of the demo community" };
    moves.push({ at: joinedAt, run: () => deposit(trx, { ...funds, refs: { member: id } }) });
  }
  return { users, voters };
}

/** As when a member freezes the account, without the mail about it. */
async function freeze(trx: Trx, member: string, at: Date): Promise<void> {
  await freezeHold(trx, member);
  const event = { user_id: member, kind: "account_frozen", created_at: at, mail_due_at: null };
  await trx.insertInto("security_events").values(event).execute();
}

function signInOf(person: DemoMember, passwordHash: string, joinedAt: Date) {
  const { username, firstName, lastName, bio, location, links, role } = person;
  return {
    email: emailOf(username),
    email_verified_at: person === newcomer ? null : joinedAt,
    password_hash: passwordHash,
    role,
    profile: JSON.stringify({ firstName, lastName, bio, location, ...links }),
  };
}

async function openSignIns(db: Services["db"]): Promise<DemoSignIn[]> {
  const { rows } = await sql<{
    email: string;
    confirmed: boolean;
    frozen: boolean;
    has_factor: boolean;
    balance: string;
  }>`
    select u.email, u.email_verified_at is not null as confirmed,
      exists (select from security_holds h where h.user_id = u.id and h.cause = 'frozen') as frozen,
      exists (select from factors f where f.user_id = u.id and ${isActiveFactor}) as has_factor,
      coalesce(${balanceSql("member", sql`u.id::text`)}, 0)::text as balance
    from users u
    where u.password_hash is not null and u.email = any(${signIns.map(({ username }) => emailOf(username))})
  `.execute(db);
  const found = new Map(rows.map((row) => [row.email, row]));
  return signIns.flatMap(({ username, role }) => {
    const email = emailOf(username);
    const row = found.get(email);
    if (!row) return [];
    const balance = formatAmount(BigInt(row.balance));
    const authenticatorKey = row.has_factor && username === guarded.username ? DEMO_AUTHENTICATOR_KEY : null;
    const { confirmed: emailVerified, frozen } = row;
    return [{ username, email, emailVerified, frozen, password: DEMO_PASSWORD, authenticatorKey, role, balance }];
  });
}
