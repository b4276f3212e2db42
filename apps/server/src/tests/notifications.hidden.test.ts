import { takeDigest } from "@bbux/api";
import { HOUR_MS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Court, createCourt, moderate, thing } from "./moderation.support.ts";
import { newsOf, openStream, vote } from "./notifications.support.ts";
import { answer, ask, call, ok } from "./support.ts";

const TITLE = "A title that says who lives where";
const GONE = "a post that's no longer visible";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const told = async (as: Court["helper"]) => (await newsOf(court.t, as)).map(({ message }) => message).join("\n");

describe("the title of a post that a moderator has hidden", () => {
  it("leaves others' notifications, streams and exports, and comes back when the post is restored", async () => {
    const { t, mona, asker, helper, reader } = court;
    const postId = await ask(t, asker, { title: TITLE, content: "Look @reader" });
    const answerId = await answer(t, helper, postId, "Here, @reader");
    await vote(t, reader, `/posts/${postId}/answers/${answerId}`, 1);
    ok(await moderate(t, mona, "hide", thing("answer", answerId)));
    ok(await moderate(t, mona, "restore", thing("answer", answerId)));
    const before = { helper: await told(helper), reader: await told(reader), asker: await told(asker) };
    for (const text of Object.values(before)) expect(text).toContain(`“${TITLE}”`);

    ok(await moderate(t, mona, "hide", thing("post", postId)));
    for (const as of [helper, reader]) {
      expect(await told(as)).not.toContain(TITLE);
      expect(await told(as)).toContain(GONE);
      const listed = await newsOf(t, as, "?read=false&limit=100");
      expect(JSON.stringify(listed)).not.toContain(TITLE);
      const exported = (await call(t, "GET", "/profile/export", { as })).json();
      expect(JSON.stringify(exported.notifications)).not.toContain(TITLE);
    }
    const stream = await openStream(await t.listen(), reader.headers);
    const first = await stream.next();
    stream.close();
    expect(first?.latest?.message).toContain(GONE);
    // Its author sees it among their hidden content anyway.
    expect(await told(asker)).toContain(`helper answered “${TITLE}”`);
    expect(await told(asker)).not.toContain(GONE);

    ok(await moderate(t, mona, "restore", thing("post", postId)));
    expect(await told(helper)).toBe(before.helper);
    expect(await told(reader)).toBe(before.reader);
  });

  it("isn't mailed", async () => {
    const { t, mona, asker, reader } = court;
    const body = { mail: "daily" };
    ok(await call(t, "PUT", "/notifications/settings", { as: reader, body }));
    const postId = await ask(t, asker, { title: "What nobody may read", content: "Look @reader" });
    ok(await moderate(t, mona, "hide", thing("post", postId)));
    t.travel(26 * HOUR_MS);
    const digest = await takeDigest(t.services, reader.id, t.services.now());
    const lines = JSON.stringify(digest?.lines);
    expect(lines).toContain(`mentioned you in ${GONE}`);
    expect(lines).not.toContain("nobody may read");
  });
});

it("the title of a post that its author removed leaves others' notifications, also that their answer was hidden", async () => {
  const { t, mona, asker, helper } = court;
  const title = "Removed by its author";
  const postId = await ask(t, asker, { title });
  const answerId = await answer(t, helper, postId);
  ok(await moderate(t, mona, "hide", thing("answer", answerId)));
  expect(await told(helper)).toContain(`Your answer on “${title}” is hidden`);
  ok(await call(t, "DELETE", `/posts/${postId}`, { as: asker }));
  expect(await told(helper)).not.toContain(title);
  expect(await told(helper)).toContain(`Your answer on ${GONE} is hidden`);
});

it("the title of a post whose refund was asked for leaves the answerers' notifications", async () => {
  const { t, mona, asker, helper } = court;
  const title = "Money back, please";
  const postId = await ask(t, asker, { title, bountyAmount: 2 });
  await answer(t, helper, postId);
  const news = { user_id: helper.id, kind: "refund", bundle_key: "refund:x:asked", created_at: t.services.now() };
  const { id } = await t.database.ownerDb
    .insertInto("refund_requests")
    .values({
      post_id: postId,
      user_id: asker.id,
      reason: "Nobody helped",
      amount: "2000000000",
      required_votes: 5,
      expires_at: t.services.now(),
      created_at: t.services.now(),
      updated_at: t.services.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const data = { subject: title, amount: "2", what: "asked", url: `/refund-requests/${id}` };
  await t.database.ownerDb
    .insertInto("notifications")
    .values({ ...news, data: JSON.stringify(data) })
    .execute();
  expect(await told(helper)).toContain(`The asker of “${title}”`);
  ok(await moderate(t, mona, "hide", thing("post", postId)));
  expect(await told(helper)).not.toContain(title);
  expect(await told(helper)).toContain(`The asker of ${GONE}`);
});
