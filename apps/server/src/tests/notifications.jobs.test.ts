import { notifyExpiring, readUnsubscribeToken, removeOldNotifications } from "@bbux/api";
import { DAY_MS, HOUR_MS, UNIT } from "@bbux/contract";
import { connect } from "@bbux/db";
import { waitForLocks } from "@bbux/db/testing";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendDigests } from "../jobs/mail-digest.ts";
import type { Mail, SendMail } from "../mail.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { comment, newsOf, readAll, wordsOf } from "./notifications.support.ts";
import { answer, ask, call, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 1_000n * UNIT });
  bob = await t.member("bob");
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.ownerDb.deleteFrom("notifications").execute();
});

describe("bounty-expiring", () => {
  const run = () => notifyExpiring(t.services);
  const bounty = (title: string, days = 3) =>
    ask(t, ada, { title, hasBounty: true, bountyAmount: 0.5, bountyDuration: days });

  it("notifies the asker once, within a day of the end of the bounty", async () => {
    const postId = await bounty("Soon");
    await bounty("Later", 20);
    await run();
    expect(await newsOf(t, ada)).toEqual([]);
    t.travel(2 * DAY_MS + HOUR_MS);
    expect(await run()).toBe(1);
    const [news, ...more] = await newsOf(t, ada);
    expect(more).toEqual([]);
    expect(news).toMatchObject({
      kind: "bounty_expiring",
      message: "The bounty of 0.5 BBUX on “Soon” is about to expire. Accept the answer that helped, if there is one.",
      navigation: { url: `/posts/${postId}` },
    });
    await readAll(t, ada);
    t.travel(HOUR_MS);
    expect(await run()).toBe(0);
    expect(await newsOf(t, ada)).toHaveLength(1);
  });

  it("is silent about paid bounties and deleted posts, and after the bounty has ended", async () => {
    const [paid, gone] = [await bounty("Paid"), await bounty("Gone")];
    await bounty("Missed", 1);
    const answerId = await answer(t, bob, paid);
    ok(await call(t, "POST", `/posts/${paid}/answers/${answerId}/accept`, { as: ada }));
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
    await t.database.ownerDb.deleteFrom("notifications").execute();
    t.travel(2 * DAY_MS + HOUR_MS);
    await run();
    expect(await newsOf(t, ada)).toEqual([]);
  });

  it("is silent for members who have turned it off", async () => {
    await bounty("Quiet");
    t.travel(2 * DAY_MS + HOUR_MS);
    const choose = async (on: boolean) =>
      ok(await call(t, "PUT", "/notifications/settings", { as: ada, body: { kinds: { bounty_expiring: on } } }));
    await choose(false);
    expect(await run()).toBe(0);
    await choose(true);
    expect(await run()).toBe(1);
  });

  it("notifies once for each of hundreds, page by page, even if two run concurrently", async () => {
    const at = t.services.now();
    const ids = await t.database.ownerDb
      .insertInto("posts")
      .values(
        Array.from({ length: 250 }, (_, i) => ({
          author_id: ada.id,
          title: `Many ${i}`,
          content: "x",
          excerpt: "x",
          type: "question",
          bounty_amount: UNIT,
          bounty_status: "ESCROWED",
          created_at: at,
          // Ten at the same time, so that a page boundary falls between equals.
          bounty_expires_at: new Date(at.getTime() + HOUR_MS + Math.floor(i / 10)),
        })),
      )
      .returning("id")
      .execute();
    await Promise.all([run(), run()]);
    await run();
    const rows = await t.database.ownerDb
      .selectFrom("notifications")
      .select("count")
      .where(
        "bundle_key",
        "in",
        ids.map(({ id }) => `expiring:${id}`),
      )
      .execute();
    expect(rows).toEqual(Array(250).fill({ count: 1 }));
  });
});

describe("mail-digest", () => {
  let mails: Mail[];
  let post: string;
  const keep: SendMail = async (mail) => {
    mails.push(mail);
  };
  const deps = (sendMail = keep) => ({
    db: t.database.db,
    vault: t.services.vault,
    verifiesEmail: true,
    sendMail,
    origin: "https://bbux.example",
    log: pino({ level: "silent" }),
    now: t.services.now,
  });
  const choose = async (mail: string, as = ada) =>
    ok(await call(t, "PUT", "/notifications/settings", { as, body: { mail } }));

  beforeAll(async () => {
    post = await ask(t, ada, { title: "Digest" });
  });
  beforeEach(async () => {
    mails = [];
    await choose("off");
  });

  it("sends what is new and unread daily, with links and a way to unsubscribe", async () => {
    await choose("daily");
    await comment(t, bob, post);
    const answerId = await answer(t, bob, post);
    t.travel(DAY_MS);
    expect(await sendDigests(deps())).toBe(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      to: ada.email,
      subject: "2 notifications on BBUX",
      unsubscribe: expect.stringMatching(/^https:\/\/bbux\.example\/mail\/unsubscribe\?token=[\w-]+$/),
    });
    const token = new URL(mail?.unsubscribe ?? "").searchParams.get("token") ?? "";
    expect(await readUnsubscribeToken(t.services, token)).toBe(ada.id);
    expect(mail?.text).toContain(`\n${mail?.unsubscribe}\n`);
    expect(mail?.text).toContain(
      `1 new answer\nbob answered “Digest”\nhttps://bbux.example/posts/${post}#answer-${answerId}\n`,
    );
    expect(mail?.text).toContain("bob commented on “Digest”");
    expect(mail?.text).toContain("every day");
    expect(mail?.text).toContain("https://bbux.example/settings?tab=account");
    expect(mail?.text).not.toContain("more:");
  });

  it("sends nothing twice, nothing already read, and no empty mail", async () => {
    await choose("daily");
    await comment(t, bob, post);
    t.travel(DAY_MS);
    expect(await sendDigests(deps())).toBe(1);
    expect(await sendDigests(deps())).toBe(0);
    t.travel(DAY_MS);
    expect(await sendDigests(deps())).toBe(0);
    await answer(t, bob, post);
    await readAll(t, ada);
    t.travel(DAY_MS);
    expect(await sendDigests(deps())).toBe(0);
    await comment(t, bob, post);
    t.travel(DAY_MS);
    await sendDigests(deps());
    expect(mails.map(({ subject }) => subject)).toEqual(["1 notification on BBUX", "1 notification on BBUX"]);
  });

  it("is sent at most once a day or once a week, and starts when it was requested", async () => {
    await comment(t, bob, post);
    t.travel(HOUR_MS);
    await choose("weekly");
    t.travel(8 * DAY_MS);
    // Earlier notifications aren't included.
    expect(await sendDigests(deps())).toBe(0);
    await answer(t, bob, post);
    t.travel(HOUR_MS);
    expect(await sendDigests(deps())).toBe(1);
    await answer(t, bob, await ask(t, ada));
    for (let day = 1; day < 7; day++) {
      t.travel(DAY_MS);
      expect(await sendDigests(deps())).toBe(0);
    }
    t.travel(DAY_MS);
    expect(await sendDigests(deps())).toBe(1);
    expect(mails[1]?.text).toContain("every week");
  });

  it("leaves out what has a mail of its own, and isn't sent for that alone", async () => {
    await choose("daily");
    const at = t.services.now().getTime();
    const add = (kind: string, data: object) =>
      t.database.ownerDb
        .insertInto("notifications")
        .values({
          user_id: ada.id,
          kind,
          bundle_key: `test:${kind}:${JSON.stringify(data)}`,
          data: JSON.stringify(data),
          created_at: new Date(at + 1),
        })
        .execute();
    await add("security", { title: "Bounty posted", message: "A question with a bounty was posted." });
    await add("withdrawal", { amount: "1", returned: false, reason: null });
    await add("moderation", { act: "sessions_ended", what: "user", subject: "ada", reason: "Test" });
    t.travel(DAY_MS);
    expect(await sendDigests(deps())).toBe(0);
    await add("withdrawal", { amount: "2", returned: true, reason: "The transaction failed on the chain" });
    expect(await sendDigests(deps())).toBe(1);
    expect(mails.map(({ subject }) => subject)).toEqual(["1 notification on BBUX"]);
    expect(mails[0]?.text).toContain("2 BBUX, including the fee, is back in your balance.");
  });

  it("lists twenty and says how many more there are", async () => {
    await choose("daily");
    // The first comes after the choice, which may be in the same millisecond.
    const at = t.services.now().getTime();
    await t.database.ownerDb
      .insertInto("notifications")
      .values(
        Array.from({ length: 23 }, (_, i) => ({
          user_id: ada.id,
          kind: "answer",
          bundle_key: `test:${i}`,
          data: JSON.stringify({ actors: ["bob"], subject: `Line ${i}.\nTwo`, url: `/posts/${i}` }),
          created_at: new Date(at + i + 1),
        })),
      )
      .execute();
    // Past the last of them.
    t.travel(DAY_MS + 1_000);
    await sendDigests(deps());
    expect(mails[0]?.subject).toBe("23 notifications on BBUX");
    expect(mails[0]?.text.match(/^bob answered “Line \d+\. Two”$/gm)).toHaveLength(20);
    expect(mails[0]?.text).toContain("“Line 22. Two”");
    expect(mails[0]?.text).not.toContain("“Line 2. Two”");
    expect(mails[0]?.text).toContain("And 3 more notifications:\n\nhttps://bbux.example/community");
  });

  it("reaches a member who is being changed while it runs", async () => {
    await choose("daily");
    await comment(t, bob, post);
    t.travel(DAY_MS);
    const change = await t.database.ownerDb.startTransaction().execute();
    await change.selectFrom("users").select("id").where("id", "=", ada.id).forUpdate().execute();
    const sending = sendDigests(deps());
    await waitForLocks(t.database.ownerDb, 1);
    await change.commit().execute();
    expect(await sending).toBe(1);
    expect(mails.map(({ to }) => to)).toEqual([ada.email]);
  });

  it("that can't be taken in time is left, while others are mailed, and the job runs again for it", async () => {
    await choose("daily");
    await choose("daily", bob);
    await comment(t, bob, post);
    await comment(t, ada, await ask(t, bob));
    t.travel(DAY_MS);
    const change = await t.database.ownerDb.startTransaction().execute();
    await change.selectFrom("users").select("id").where("id", "=", ada.id).forUpdate().execute();
    const impatient = connect({ url: t.database.url, max: 4, statementTimeoutMs: 200 });
    await expect(sendDigests({ ...deps(), db: impatient })).rejects.toThrow("statement timeout");
    expect(mails.map(({ to }) => to)).toEqual([bob.email]);
    await change.commit().execute();
    expect(await sendDigests({ ...deps(), db: impatient })).toBe(1);
    expect(mails.at(-1)?.to).toBe(ada.email);
    await impatient.destroy();
    await choose("off", bob);
  });

  it("mails each member once even if two run concurrently, and retries failed mails next time", async () => {
    const members: TestMember[] = [];
    for (let i = 0; i < 25; i++) members.push(await t.member(`digest${i}`));
    for (const member of members) {
      await choose("daily", member);
      await comment(t, bob, await ask(t, member));
    }
    t.travel(DAY_MS);
    const [first] = members;
    // Neither run mails before both have taken members; a later one would find only the one who was returned.
    const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const refusing = (run: PromiseWithResolvers<void>) => async (mail: Mail) => {
      run.resolve();
      await Promise.all([one.promise, two.promise]);
      if (mail.to === first?.email) throw new Error("mailbox unavailable");
      mails.push(mail);
    };
    // One that took only the refused mail says so.
    await Promise.allSettled([sendDigests(deps(refusing(one))), sendDigests(deps(refusing(two)))]);
    expect(mails.map(({ to }) => to).sort()).toEqual(
      members
        .slice(1)
        .map(({ email }) => email)
        .sort(),
    );
    expect(await sendDigests(deps())).toBe(1);
    expect(mails.at(-1)?.to).toBe(first?.email);
  });

  it("stops if mail can't be sent, and loses none", async () => {
    await choose("daily");
    await comment(t, bob, post);
    t.travel(DAY_MS);
    const down = async () => {
      throw new Error("connect ECONNREFUSED");
    };
    await expect(sendDigests(deps(down))).rejects.toThrow("ECONNREFUSED");
    expect(await sendDigests(deps())).toBeGreaterThan(0);
    expect(mails.map(({ to }) => to)).toContain(ada.email);
  });

  it("isn't sent to suspended members", async () => {
    await choose("daily");
    await comment(t, bob, post);
    t.travel(DAY_MS);
    const set = (suspended_at: Date | null) =>
      t.database.ownerDb.updateTable("users").set({ suspended_at }).where("id", "=", ada.id).execute();
    await set(new Date());
    await sendDigests(deps());
    expect(mails.map(({ to }) => to)).not.toContain(ada.email);
    await set(null);
  });
});

it("read notifications are deleted after ninety days; unread ones stay", async () => {
  const post = await ask(t, ada, { title: "Old" });
  await answer(t, bob, post);
  await readAll(t, ada);
  await comment(t, bob, post);
  t.travel(89 * DAY_MS);
  expect(await removeOldNotifications(t.database.db, t.services.now())).toBe(0);
  t.travel(2 * DAY_MS);
  expect(await removeOldNotifications(t.database.db, t.services.now())).toBe(1);
  expect(await wordsOf(t, ada)).toEqual(["comment: bob commented on “Old”"]);
});
