import { afterAll, beforeAll, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../../testing.ts";
import { answer, ask, call, ok } from "../support.ts";

// Notifying strangers from an account that nobody has vouched for, or again and again with one text.

let t: TestApp;
let readers: readonly TestMember[];
beforeAll(async () => {
  t = await createTestApp({ env: { EMAIL_VERIFICATION: "on", SMTP_URL: "smtp://127.0.0.1:1" } });
  await createTag(t.database, "money");
  readers = [await t.member("reader_a"), await t.member("reader_b")];
});
afterAll(() => t.close());

/** The kinds of a member's unread notifications, which are read then. */
async function unread(as: TestMember): Promise<string[]> {
  const all = ok(await call(t, "GET", "/notifications", { as })) as { type: string; read: boolean }[];
  ok(await call(t, "POST", "/notifications/read-all", { as }));
  return all.filter(({ read }) => !read).map(({ type }) => type);
}
const heard = async () => (await Promise.all(readers.map(unread))).flat();
const edit = (as: TestMember, postId: string, id: string, content: string) =>
  call(t, "PUT", `/posts/${postId}/answers/${id}`, { as, body: { content } }).then(ok);

it("an author without a confirmed address mentions nobody, in a new text or by edits, and the asker still hears of the answer", async () => {
  const asker = await t.member("asks_newcomer");
  const newcomer = await t.member("newcomer", { verified: false });
  const postId = await ask(t, asker);
  await ask(t, newcomer, { content: "Look, @reader_a" });
  const id = await answer(t, newcomer, postId, "Look, @reader_a");
  for (const name of ["reader_b", "reader_a", "reader_b"]) await edit(newcomer, postId, id, `Look, @${name}`);
  expect([await heard(), (await unread(asker)).length]).toEqual([[], 1]);

  // From the confirmation on, new mentions count.
  const now = { email_verified_at: new Date() };
  await t.database.ownerDb.updateTable("users").set(now).where("id", "=", newcomer.id).execute();
  await edit(newcomer, postId, id, "Look, @reader_b and @reader_a");
  expect(await heard()).toHaveLength(1);
});

it("a member hears of a text once, however often an edit takes their name out and back in", async () => {
  const [asker, helper] = [await t.member("asks_once"), await t.member("helps_once")];
  const postId = await ask(t, asker);
  const id = await answer(t, helper, postId, "As @reader_a said");
  expect(await heard()).toHaveLength(1);
  expect(await unread(asker)).toHaveLength(1);
  for (const content of ["As said", "As @reader_a said", "As said by", "As @reader_a said again"]) {
    await edit(helper, postId, id, content);
  }
  expect([await heard(), await unread(asker)]).toEqual([[], []]);
  await edit(helper, postId, id, "As @reader_a and @reader_b said");
  expect(await heard()).toHaveLength(1);
});
