import { createPasswordReset } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { createTag, createTestApp, type TestApp, type TestMember } from "../../testing.ts";
import { answer, ask } from "../support.ts";

/** One running server with members and posts, and what cases arrange with. */
export interface World {
  readonly t: TestApp;
  readonly origin: string;
  readonly asker: TestMember;
  readonly helper: TestMember;
  readonly suspended: TestMember;
  /** A word that was never used before. */
  unique(): string;
  /** A member of their own, for what changes them. */
  fresh(): Promise<TestMember>;
  /** A post of the asker's. @returns its id */
  post(body?: object): Promise<string>;
  /** A post of the asker's with an answer of the helper's. */
  answered(body?: object): Promise<{ postId: string; answerId: string }>;
  /** A post of the asker's with a comment of the helper's. */
  commented(): Promise<{ postId: string; commentId: string }>;
  /** A member who has an unread notification. */
  notified(): Promise<{ member: TestMember; notificationId: string }>;
  /** A member of their own with 5 BBUX. */
  rich(): Promise<TestMember>;
  close(postId: string): Promise<void>;
  resetToken(member: TestMember): Promise<string>;
}

export async function createWorld(): Promise<World> {
  const t = await createTestApp();
  const origin = await t.listen();
  await createTag(t.database, "money");
  const asker = await t.member("asker", { balance: 1_000n * UNIT });
  const helper = await t.member("helper");
  const suspended = await t.member("suspended");
  const { ownerDb } = t.database;
  await ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", suspended.id).execute();
  let count = 0;
  const unique = () => `unique${count++}x`;
  const post = (body?: object) => ask(t, asker, body);
  return {
    t,
    origin,
    asker,
    helper,
    suspended,
    unique,
    fresh: () => t.member(unique()),
    post,
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
    rich: () => t.member(unique(), { balance: 5n * UNIT }),
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
