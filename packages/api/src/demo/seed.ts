import { bountyFee, DAY_MS, formatAmount, parseAmount, type Role } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { deposit, payBounty, placeBounty, returnBounty } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../context.ts";
import { excerptOf } from "../features/posts/excerpt.ts";
import { addTags } from "../features/posts/post-tags.ts";
import { addTag } from "../features/tags/tags.commands.ts";
import type { DemoPost } from "./demo.types.ts";
import { DEMO_PASSWORD, emailOf, members } from "./members.ts";
import { posts } from "./posts/index.ts";
import { tags } from "./tags.ts";

type Trx = Transaction<DB>;

export interface DemoSignIn {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  /** BBUX, as a decimal. */
  readonly balance: string;
}

/** Ids by the names that the data use. */
interface Known {
  readonly users: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
}

/**
 * Fills a database that nobody has signed up to with the demo community, in one transaction, so that there is all of it
 * or nothing; of two servers that start at once one does it. All money moves by transfers of the ledger.
 * @returns who can sign in: also on later starts, while these members are there; none in a database of its own life
 */
export async function seedDemo({
  db,
  now,
  passwords,
  depositAddress,
}: Pick<Services, "db" | "now" | "passwords" | "depositAddress">): Promise<DemoSignIn[]> {
  if (await isEmpty(db)) {
    // Everybody knows this password: a salt for each would hide nothing.
    const passwordHash = await passwords.hash(DEMO_PASSWORD);
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('bbux demo'))`.execute(trx);
      if (!(await isEmpty(trx))) return;
      const users = await insertMembers(trx, now(), passwordHash, depositAddress);
      const tagIds = new Map<string, string>();
      for (const tag of tags) tagIds.set(tag.name, await addTag(trx, tag));
      const inOrder = [...posts].sort((a, b) => b.daysAgo - a.daysAgo);
      for (const post of inOrder) await insertPost(trx, now(), { users, tags: tagIds }, post);
    });
  }
  return signIns(db);
}

async function isEmpty(db: Services["db"]): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined;
}

function ago(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

function need(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name);
  if (id === undefined) throw new Error(`The demo community has no ${name}`);
  return id;
}

function units(amount: string): bigint {
  const parsed = parseAmount(amount);
  if (parsed === null) throw new Error(`${amount} is no amount`);
  return parsed;
}

async function insertMembers(
  trx: Trx,
  now: Date,
  passwordHash: string,
  depositAddress: Services["depositAddress"],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { username, firstName, lastName, bio, location, role, funds, joinedDaysAgo } of members) {
    const { rows } = await sql<{ id: string }>`select nextval('ids') as id`.execute(trx);
    const id = rows[0]?.id ?? "";
    ids.set(username, id);
    await trx
      .insertInto("users")
      .values({
        id,
        username,
        email: emailOf(username),
        password_hash: passwordHash,
        role,
        solana_address: depositAddress(id),
        profile: JSON.stringify({ firstName, lastName, bio, location }),
        created_at: ago(now, joinedDaysAgo),
      })
      .execute();
    await deposit(trx, {
      member: id,
      amount: units(funds),
      cause: `demo:${username}`,
      reason: "Funds of the demo community",
      refs: { member: id },
    });
  }
  return ids;
}

async function insertPost(trx: Trx, now: Date, known: Known, post: DemoPost): Promise<void> {
  const author = need(known.users, post.author);
  const createdAt = ago(now, post.daysAgo);
  const amount = post.bounty ? units(post.bounty.amount) : 0n;
  const [upvotes, downvotes] = post.votes ?? [0, 0];
  const { id } = await trx
    .insertInto("posts")
    .values({
      author_id: author,
      title: post.title,
      content: post.content,
      excerpt: excerptOf(post.content),
      type: post.type ?? "question",
      code_blocks: JSON.stringify(post.codeBlocks ?? []),
      status: post.closed || post.bounty?.returned ? "CLOSED" : "OPEN",
      answer_count: post.answers?.length ?? 0,
      comment_count: post.comments?.length ?? 0,
      upvotes,
      downvotes,
      created_at: createdAt,
      ...(post.bounty && {
        bounty_amount: amount,
        bounty_status: "ESCROWED",
        bounty_expires_at: new Date(createdAt.getTime() + post.bounty.days * DAY_MS),
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (post.bounty) {
    const refs = { post: id, member: author };
    await placeBounty(trx, { member: author, escrow: id, amount, fee: bountyFee(amount), cause: id, refs });
  }
  await addTags(
    trx,
    id,
    post.tags.map((name) => need(known.tags, name)),
  );
  await insertComments(trx, now, known, id, post);
  const accepted = await insertAnswers(trx, now, known, id, post);
  await settle(trx, known, id, post, amount, accepted);
}

async function insertComments(trx: Trx, now: Date, known: Known, postId: string, { comments = [] }: DemoPost) {
  for (const { author, content, daysAgo, votes = [0, 0] } of comments) {
    await trx
      .insertInto("comments")
      .values({
        post_id: postId,
        author_id: need(known.users, author),
        content,
        upvotes: votes[0],
        downvotes: votes[1],
        created_at: ago(now, daysAgo),
      })
      .execute();
  }
}

/** @returns the accepted one and who wrote it, if there is one */
async function insertAnswers(trx: Trx, now: Date, known: Known, postId: string, { answers = [] }: DemoPost) {
  let accepted: { id: string; author: string } | null = null;
  for (const { author, content, codeBlocks = [], daysAgo, votes = [0, 0], accepted: isAccepted } of answers) {
    const { id } = await trx
      .insertInto("answers")
      .values({
        post_id: postId,
        author_id: need(known.users, author),
        content,
        code_blocks: JSON.stringify(codeBlocks),
        upvotes: votes[0],
        downvotes: votes[1],
        created_at: ago(now, daysAgo),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (isAccepted) accepted = { id, author };
  }
  return accepted;
}

/** Marks the accepted answer and lets the bounty go where it belongs, if it is over (DECISIONS 1.3). */
async function settle(
  trx: Trx,
  known: Known,
  postId: string,
  post: DemoPost,
  amount: bigint,
  accepted: { id: string; author: string } | null,
): Promise<void> {
  if (accepted) {
    await trx
      .updateTable("posts")
      .set({ accepted_answer_id: accepted.id, status: "COMPLETED", ...(post.bounty && { bounty_status: "PAID" }) })
      .where("id", "=", postId)
      .execute();
    const winner = need(known.users, accepted.author);
    const refs = { post: postId, answer: accepted.id, member: winner };
    if (post.bounty) await payBounty(trx, { escrow: postId, member: winner, amount, cause: postId, refs });
  } else if (post.bounty?.returned) {
    await trx.updateTable("posts").set({ bounty_status: "REFUNDED" }).where("id", "=", postId).execute();
    const asker = need(known.users, post.author);
    const refs = { post: postId, member: asker };
    await returnBounty(trx, { escrow: postId, member: asker, amount, cause: postId, refs });
  }
}

async function signIns(db: Services["db"]): Promise<DemoSignIn[]> {
  const { rows } = await sql<{ email: string; balance: string }>`
    select u.email, coalesce(b.balance, 0)::text as balance
    from users u left join ledger_balances b on b.kind = 'member' and b.owner = u.id::text
    where u.email = any(${members.map(({ username }) => emailOf(username))})
  `.execute(db);
  const balances = new Map(rows.map((row) => [row.email, BigInt(row.balance)]));
  return members.flatMap(({ username, role }) => {
    const email = emailOf(username);
    const balance = balances.get(email);
    if (balance === undefined) return [];
    return [{ username, email, password: DEMO_PASSWORD, role, balance: formatAmount(balance) }];
  });
}
