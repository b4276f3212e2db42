import { settleBounties } from "@bbux/api";
import { DAY_MS, UNIT } from "@bbux/contract";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok } from "./support.ts";

/** The points that make a member established here. */
export const NEEDED = 50;

/** An app where only established members' votes move money, with an asker who has 10,000 BBUX. */
export interface EstablishedWorld {
  readonly t: TestApp;
  readonly asker: TestMember;
  /** Established members. */
  readonly elders: readonly TestMember[];
  old(index: number): TestMember;
  /** Another one. */
  elder(name: string): Promise<TestMember>;
  /** Sets columns of a member's row. */
  update(member: TestMember, facts: Record<string, unknown>): Promise<unknown>;
  /** Asks with a bounty that runs for a day. @returns the post's id */
  place(amount?: number): Promise<string>;
  /** Settles what is due a week after the bounty's end. @returns the answer that was paid, or how the bounty stands */
  winnerOf(postId: string): Promise<string>;
}

export const joined = () => new Date(Date.now() - 30 * DAY_MS);

export async function createEstablishedWorld(options: {
  readonly elders: number;
  readonly env?: Record<string, string>;
}): Promise<EstablishedWorld> {
  const t = await createTestApp({ env: { ESTABLISHED_POINTS: `${NEEDED}`, ...options.env } });
  await createTag(t.database, "money");
  const asker = await t.member("asker", { balance: 10_000n * UNIT });
  const elders: TestMember[] = [];
  const world: EstablishedWorld = {
    t,
    asker,
    elders,
    old(index) {
      const member = elders[index];
      if (!member) throw new Error(`no elder ${index}`);
      return member;
    },
    async elder(name) {
      const member = await t.member(name);
      await world.update(member, { trusted_points: NEEDED, created_at: joined(), reputation_points: 100 });
      return member;
    },
    update: (member, facts) => t.database.ownerDb.updateTable("users").set(facts).where("id", "=", member.id).execute(),
    place: (amount = 100) => ask(t, asker, { bountyAmount: amount, bountyDuration: 1 }),
    async winnerOf(postId) {
      t.travel(8 * DAY_MS);
      await settleBounties(t.services);
      const { post } = ok(await call(t, "GET", `/posts/${postId}`));
      return post.bountyStatus === "PAID" ? post.acceptedAnswerId : post.bountyStatus;
    },
  };
  for (let n = 1; n <= options.elders; n++) elders.push(await world.elder(`elder${n}`));
  return world;
}
