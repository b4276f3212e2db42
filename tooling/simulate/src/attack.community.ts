import type { Services } from "@bbux/api";
import { addTag, grantRole } from "@bbux/api/operator";
import { DAY_MS, ESTABLISHED, HOUR_MS, PARAMETERS, REPUTATION, type Trace } from "@bbux/contract";
import { sql } from "kysely";
import { bookedMarket, createMember, type Member, units } from "./members.ts";

export const TAG = "simulated";

/** A clock that a simulation moves. */
export interface Clock {
  travel(milliseconds: number): void;
}

/** Whom an attack meets. */
export interface Town {
  readonly services: Services;
  readonly clock: Clock;
  /** Established members, each with a network of their own. */
  readonly members: readonly Member[];
  readonly asker: Member;
}

const MODERATORS = 6;
const MEMBERS = 12;
let networks = 0;
let members = 0;

/** A network that nobody else is in. */
export function ownNetwork(): Trace[] {
  return [{ kind: "network", value: `simulated-network-${networks++}` }];
}

/** A new member. */
export function join({ services }: Pick<Town, "services">, traces: readonly Trace[]): Promise<Member> {
  return createMember(() => services, `member-${members++}`, traces);
}

/** Has a community grow as a real one does: moderators come first, whose upvotes make the first members established. */
export async function settle(services: Services, clock: Clock): Promise<Town> {
  await addTag(services.db, { name: TAG });
  const moderators: Member[] = [];
  for (let n = 0; n < MODERATORS; n++) {
    const moderator = await join({ services }, ownNetwork());
    await grantRole(services, { member: moderator.id, role: "moderator", actor: null });
    moderators.push(moderator);
  }
  const asker = await join({ services }, ownNetwork());
  await bookedMarket(services, () => 0n).buy(asker, units(10_000));
  const first: Member[] = [];
  for (let n = 0; n < MEMBERS; n++) first.push(await join({ services }, ownNetwork()));
  clock.travel(ESTABLISHED.accountDays * DAY_MS);
  const upvotes = Math.ceil(ESTABLISHED.perGiver / REPUTATION.ANSWER_UPVOTED);
  for (const member of first) {
    for (let n = 0; n < upvotes; n++) {
      // The asker has confirmed an address and no more, and may ask ten questions a day.
      clock.travel(3 * HOUR_MS);
      await praise(await contribute(asker, member), moderators);
    }
  }
  return { services, clock, members: first, asker };
}

export interface Contribution {
  readonly postId: string;
  readonly answerId: string;
}

/** One member's answer to a question of another. */
export async function contribute(asker: Member, author: Member): Promise<Contribution> {
  const { post } = await asker.call.posts.create({ title: "How is it done?", content: "Tell me", tags: [TAG] });
  const { answer } = await author.call.answers.create({ postId: post.id, content: "Like this." });
  return { postId: post.id, answerId: answer.id };
}

export async function praise({ postId, answerId }: Contribution, by: readonly Member[], value: 1 | -1 = 1) {
  for (const member of by) await member.call.answers.vote({ postId, answerId, value });
}

/** How many of these members are established: by the points of others, not suspended, and long enough members. */
export async function countEstablished({ db, now }: Services, members: readonly Member[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u
     where u.id = any (${members.map(({ id }) => id)}::bigint[]) and is_established(u, ${PARAMETERS.establishedPoints.default.toString()}::bigint, ${now()})`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
