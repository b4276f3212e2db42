import { createEmailVerification, createPasswordReset, fundLocalChain } from "@bbux/api";
import { DAY_MS, UNIT } from "@bbux/contract";
import { deposit } from "@bbux/ledger";
import type { TestChain } from "@bbux/local-chain/testing";
import { sql } from "kysely";
import { startTestProvider, type TestProvider } from "../../testing.openid.ts";
import { createTag, type TestApp, type TestMember } from "../../testing.ts";
import { GIF_KEY, type GifStandIn, startGifService } from "../gifs.support.ts";
import { environmentOf } from "../openid.support.ts";
import { DEVELOPMENT } from "../passkeys.support.ts";
import { answer, ask } from "../support.ts";
import { payer, payIn, SOL, sign, startMoney, stranger, transfer, withdrawal, work } from "../wallet.support.ts";

/** One running server with members and posts, and helpers for arranging cases. */
export interface World {
  readonly t: TestApp;
  readonly chain: TestChain;
  /** The GIF service that the server calls. */
  readonly gifs: GifStandIn;
  /** At which accounts sign in. */
  readonly provider: TestProvider;
  stop(): Promise<void>;
  readonly origin: string;
  readonly asker: TestMember;
  readonly helper: TestMember;
  readonly suspended: TestMember;
  /** A member whose email address isn't confirmed, with 5 BBUX. */
  readonly unverified: TestMember;
  readonly moderator: TestMember;
  readonly admin: TestMember;
  /** A string that hasn't been used before. */
  unique(): string;
  /** A new member, for cases that change them. */
  fresh(): Promise<TestMember>;
  /** A post by the asker. @returns its id */
  post(body?: object): Promise<string>;
  /** A post by the asker with an answer by the helper. */
  answered(body?: object): Promise<{ postId: string; answerId: string }>;
  /** A post by the asker with a comment by the helper. */
  commented(): Promise<{ postId: string; commentId: string }>;
  /** A member with an unread notification. */
  notified(): Promise<{ member: TestMember; notificationId: string }>;
  /** A new member with 5 BBUX, backed by SOL. */
  rich(): Promise<TestMember>;
  /** A given or new member whose account is about to be closed. */
  closing(of?: TestMember): Promise<TestMember>;
  /** A given or new member whose address an operator has set, and who hasn't answered a mail to it. */
  unanswered(of?: TestMember): Promise<TestMember>;
  /** A given or new member who has frozen the account. */
  frozen(of?: TestMember): Promise<TestMember>;
  /** One of the asker's transactions. @returns its id */
  transaction(): Promise<string>;
  /** A new or given member whose deposit address was paid 1 SOL. */
  paid(of?: TestMember): Promise<{ member: TestMember; signature: string }>;
  /** A new or given member who has signed a payment of 1 SOL to their deposit address, from a funded or empty account. */
  signed(how?: {
    of?: TestMember;
    empty?: boolean;
  }): Promise<{ member: TestMember; bytes: number[]; signature: string }>;
  /** Same, relayed by the platform and lost on its way to the chain. */
  relayed(): Promise<{ member: TestMember; signature: string }>;
  /** A new or given member who has requested a withdrawal of 1 BBUX. */
  withdrawn(of?: TestMember): Promise<{ member: TestMember; transactionId: string }>;
  /** Holds the withdrawals of a member. */
  held(member: TestMember): Promise<void>;
  /** A new member whose address isn't confirmed, and the token of their link. */
  newcomer(): Promise<{ member: TestMember; token: string }>;
  /** Pays out what was requested. */
  paidOut(): Promise<void>;
  close(postId: string): Promise<void>;
  resetToken(member: TestMember): Promise<string>;
}

/** Makes something once for all cases of a world that only read it. */
export function shared<T>(make: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const made = new WeakMap<World, Promise<T>>();
  return (world) => {
    const one = made.get(world) ?? make(world);
    made.set(world, one);
    return one;
  };
}

export async function createWorld(): Promise<World> {
  const gifs = await startGifService();
  const provider = await startTestProvider("acme", "Acme", { origin: DEVELOPMENT });
  const gone = { ...provider.settings, id: "gone", name: "Gone", issuer: "http://127.0.0.1:1" };
  const money = await startMoney({
    // Without a demo, so that staff need a second factor.
    env: {
      DEMO: "off",
      EMAIL_VERIFICATION: "on",
      GIF_API_KEY: GIF_KEY,
      GIF_API_URL: gifs.url,
      ...environmentOf([provider, { settings: gone }], DEVELOPMENT),
    },
  });
  const { t } = money;
  const origin = await t.listen();
  await createTag(t.database, "money");
  const asker = await t.member("asker", { balance: 1_000n * UNIT });
  const helper = await t.member("helper");
  const suspended = await t.member("suspended");
  const { ownerDb } = t.database;
  await ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", suspended.id).execute();
  const unverified = await t.member("unverified", { balance: 5n * UNIT, verified: false });
  const withRole = async (role: "moderator" | "admin") => {
    const member = await t.member(role === "admin" ? "some_admin" : "some_moderator");
    await ownerDb.updateTable("users").set({ role }).where("id", "=", member.id).execute();
    return member;
  };
  const moderator = await withRole("moderator");
  const admin = await withRole("admin");
  let count = 0;
  const unique = () => `unique${count++}x`;
  const post = (body?: object) => ask(t, asker, body);
  const fresh = () => t.member(unique());
  const rich = async () => {
    const member = await fresh();
    await deposit(t.database.db, { member: member.id, amount: 5n * UNIT, cause: `demo:${member.id}` });
    await fundLocalChain(t.services);
    return member;
  };
  const signed: World["signed"] = async ({ of, empty = false } = {}) => {
    const member = of ?? (await fresh());
    const from = await payer(money.chain, empty ? 0n : 2n * SOL);
    const { bytes, signature } = await sign(money, [from], [transfer(from, addressOf(member), SOL)]);
    return { member, bytes: [...bytes], signature };
  };
  const addressOf = ({ id }: TestMember) => t.wallet.addressOf(id);
  return {
    t,
    chain: money.chain,
    gifs,
    provider,
    async stop() {
      await money.stop();
      await gifs.stop();
      await provider.stop();
    },
    origin,
    asker,
    helper,
    suspended,
    unverified,
    moderator,
    admin,
    unique,
    fresh,
    post,
    async closing(of) {
      const member = of ?? (await fresh());
      await sql`update users set closes_at = date_trunc('milliseconds', now()) + interval '7 days' where id = ${member.id}`.execute(
        t.database.ownerDb,
      );
      return member;
    },
    async unanswered(of) {
      const member = of ?? (await fresh());
      const { ownerDb } = t.database;
      await ownerDb.updateTable("users").set({ email_verified_at: null }).where("id", "=", member.id).execute();
      const created_at = t.services.now();
      await ownerDb
        .insertInto("audit_log")
        .values({ action: "EMAIL_SET", subject_id: member.id, created_at })
        .execute();
      return member;
    },
    async frozen(of) {
      const member = of ?? (await fresh());
      await sql`insert into security_holds values (${member.id}, 'frozen', 'infinity')`.execute(t.database.ownerDb);
      return member;
    },
    async answered(body) {
      const postId = await post(body);
      return { postId, answerId: await answer(t, helper, postId) };
    },
    async commented() {
      const postId = await post();
      const payload = { content: "Which version?" };
      const url = `/api/posts/${postId}/comments`;
      const made = await t.app.inject({ method: "POST", url, headers: helper.headers, payload });
      return { postId, commentId: made.json().comment.id };
    },
    async notified() {
      const member = await t.member(unique());
      await answer(t, helper, await ask(t, member));
      const listed = await t.app.inject({ url: "/api/notifications", headers: member.headers });
      return { member, notificationId: listed.json()[0].id };
    },
    rich,
    async transaction() {
      await post({ bountyAmount: 1 });
      const answer = await t.app.inject({ url: "/api/wallet/transactions", headers: asker.headers });
      return answer.json().transactions[0].id;
    },
    async paid(of) {
      const member = of ?? (await fresh());
      return { member, signature: await payIn(money, addressOf(member), SOL) };
    },
    signed,
    async relayed() {
      const { member, bytes, signature } = await signed();
      await money.chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
      const payload = { serializedTransaction: bytes };
      const url = "/api/wallet/send-transaction";
      await t.app.inject({ method: "POST", url, headers: member.headers, payload });
      return { member, signature };
    },
    async held({ id }) {
      const hold = { user_id: id, cause: "password_reset", until: new Date(Date.now() + DAY_MS) };
      await ownerDb.insertInto("security_holds").values(hold).execute();
    },
    async withdrawn(of) {
      const member = of ?? (await rich());
      return { member, transactionId: await withdrawal(t, member, "1", stranger()) };
    },
    async newcomer() {
      const member = await t.member(unique(), { verified: false });
      const made = await createEmailVerification(t.database.db, member.id, new Date());
      if (!made) throw new Error(`${member.username} has nothing to confirm`);
      return { member, token: made.token };
    },
    paidOut: () => work(money),
    async close(postId) {
      await ownerDb.updateTable("posts").set({ status: "CLOSED" }).where("id", "=", postId).execute();
    },
    async resetToken({ email }) {
      const reset = await createPasswordReset(t.database.db, email, new Date());
      if (!reset) throw new Error(`${email} has no account`);
      return reset.token;
    },
  };
}
