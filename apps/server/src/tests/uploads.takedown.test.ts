import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitForLocks } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearUploads } from "../jobs/unused-uploads.ts";
import type { TestApp, TestMember } from "../testing.ts";
import { acts, type Court, createCourt, hidden, REASON, thing, vote } from "./moderation.support.ts";
import { answer, ask, call, ok, refused } from "./support.ts";
import { image, mp4, sendMedia, sendPicture } from "./uploads.support.ts";
import { type Bucket, S3, startBucket } from "./uploads.targets.ts";

const removeFile = (t: TestApp, as: TestMember, file: string, reason = REASON) =>
  call(t, "POST", "/moderation/remove-file", { as, body: { file, reason } });
const stateOf = async (t: TestApp, file: string, as?: TestMember) =>
  ok(await call(t, "GET", `/moderation/file?file=${encodeURIComponent(file)}`, as ? { as } : {}));
const keyOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
const clearIn = (t: TestApp, days: number) =>
  clearUploads({
    db: t.database.db,
    media: t.services.media,
    log: t.app.log,
    now: () => new Date(t.services.now().getTime() + days * 86_400_000),
  });

const blocked = (t: TestApp) => waitForLocks(t.database.ownerDb, 1);

describe("a file that a moderator removes", () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-takedown-"));
  let court: Court;
  let origin: string;
  beforeAll(async () => {
    court = await createCourt({ DATA_DIR });
    origin = await court.t.listen();
  });
  afterAll(async () => {
    await court.stop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });

  const upload = async (as = court.asker): Promise<string> =>
    (await sendMedia(origin, as, await image("png"))).body.secure_url;
  const onDisk = (url: string) => existsSync(join(DATA_DIR, "uploads", keyOf(url)));
  const news = async (as: TestMember) =>
    ok(await call(court.t, "GET", "/notifications", { as })).filter(
      ({ title }: { title: string }) => title === "A moderator removed a file",
    );

  it("is deleted and no longer served, which caches learn within an hour; others stay", async () => {
    const { t, mona, asker } = court;
    const [url, other] = [await upload(), await upload()];
    await ask(t, asker, { content: `Look: ![](${url}) ![](${other})` });
    const before = await fetch(origin + url);
    expect([before.status, before.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
    ok(await removeFile(t, mona, url));
    const etag = before.headers.get("etag") ?? "";
    const gone = await fetch(origin + url, { headers: { "if-none-match": etag } });
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect(await gone.json()).toMatchObject({ code: "NOT_FOUND", error: "A moderator has removed this file" });
    expect([onDisk(url), onDisk(other)]).toEqual([false, true]);
    expect((await fetch(origin + other)).status).toBe(200);
    expect([await stateOf(t, url), await stateOf(t, other)]).toEqual([
      { removed: true, mayRemove: false },
      { removed: false, mayRemove: false },
    ]);
  });

  it("stays away when a restored backup brings it back, and is deleted at night if the storage was away", async () => {
    const { t, mona } = court;
    const url = await upload();
    const path = join(DATA_DIR, "uploads", keyOf(url));
    const content = readFileSync(path);
    const { media } = t.services;
    const remove = async () => {
      throw new Error("busy");
    };
    Object.assign(t.services, { media: { ...media, remove } });
    ok(await removeFile(t, mona, url));
    Object.assign(t.services, { media });
    expect([onDisk(url), (await fetch(origin + url)).status]).toEqual([true, 404]);
    await clearIn(t, 0);
    expect(onDisk(url)).toBe(false);

    writeFileSync(path, content);
    await clearIn(t, 30);
    expect((await fetch(origin + url)).status).toBe(404);
    expect(await stateOf(t, url)).toEqual({ removed: true, mayRemove: false });
  });

  it("is deleted even if the storage can't delete another one, which the job says", async () => {
    const { t, mona } = court;
    const [stuck, url, late] = [await upload(), await upload(), await upload()];
    const { media } = t.services;
    const busy = new Set([stuck, late].map(keyOf));
    const remove = async (key: string) => {
      if (busy.has(key)) throw new Error(`${key} is busy`);
      await media.remove(key);
    };
    Object.assign(t.services, { media: { ...media, remove } });
    for (const file of [stuck, url, late]) ok(await removeFile(t, mona, file));
    expect([stuck, url, late].map(onDisk)).toEqual([true, false, true]);
    busy.delete(keyOf(late));
    await expect(clearIn(t, 0)).rejects.toMatchObject({ errors: [new Error(`${keyOf(stuck)} is busy`)] });
    expect([stuck, late].map(onDisk)).toEqual([true, false]);
    Object.assign(t.services, { media });
    await clearIn(t, 0);
    expect(onDisk(stuck)).toBe(false);
  });

  it("is locked after its member, as by a new profile picture, so the two can't wait for each other", async () => {
    const { t, mona, reader } = court;
    const { profilePicture } = (await sendPicture(origin, reader, await image("png"))).body;
    const trx = await t.database.ownerDb.startTransaction().execute();
    await sql`select from users where id = ${reader.id} for no key update`.execute(trx);
    const removal = removeFile(t, mona, profilePicture);
    try {
      await blocked(t);
      await sql`select from uploads where url = ${profilePicture} for no key update nowait`.execute(trx);
    } finally {
      await trx.rollback().execute();
    }
    ok(await removal);
  });

  it("is found in a hidden post's media by the queue, and a video's thumbnail goes with it", async () => {
    const { t, mona, asker } = court;
    const video: string = (await sendMedia(origin, asker, mp4(10_000))).body.secure_url;
    const thumbnailUrl = await upload();
    const media = [{ type: "VIDEO", url: video, thumbnailUrl }];
    const postId = await ask(t, asker, { media });
    await hidden(t, mona, thing("post", postId));
    const { cases } = ok(await call(t, "GET", "/moderation/flags?status=decided&limit=100", { as: mona }));
    expect(cases.find((one: { target: { id: string } }) => one.target.id === postId).target.media).toEqual(media);
    ok(await removeFile(t, mona, video));
    for (const url of [video, thumbnailUrl]) {
      expect([(await fetch(origin + url)).status, onDisk(url)]).toEqual([404, false]);
    }
  });

  it("is recorded with the reason and where it was shown, and its member gets a notification", async () => {
    const { t, milo, helper, root } = court;
    const url = await upload(helper);
    const postId = await ask(t, court.asker);
    const answerId = await answer(t, helper, postId, `![](${url})`);
    ok(await removeFile(t, milo, keyOf(url), "Shows someone's address"));
    expect(await acts(t, answerId)).toEqual([["milo", "FILE_REMOVED", "Shows someone's address"]]);
    const { entries } = ok(await call(t, "GET", "/admin/audit-log?action=FILE_REMOVED&actor=milo", { as: root }));
    expect(entries[0]).toMatchObject({
      subject: "helper",
      targetType: "answer",
      targetId: answerId,
      details: { file: keyOf(url), kind: "IMAGE", post: postId },
    });
    expect(await news(helper)).toEqual([
      expect.objectContaining({
        message: "A picture or video that you uploaded was deleted: Shows someone's address",
        navigation: { url: `/posts/${postId}#answer-${answerId}` },
      }),
    ]);
  });

  it("is said to be in a comment where that is shown: below the question, or below its answer", async () => {
    const { t, mona, asker, helper } = court;
    const postId = await ask(t, asker);
    const answerId = await answer(t, helper, postId);
    const member = await t.member("commenter");
    const removedFrom = async (about: object) => {
      const url = await upload(member);
      const body = { ...about, content: `See ${url}` };
      const { comment } = ok(await call(t, "POST", `/posts/${postId}/comments`, { as: member, body }));
      ok(await removeFile(t, mona, url));
      return comment.id;
    };
    const [below, onAnswer] = [await removedFrom({}), await removedFrom({ answerId })];
    expect((await news(member)).map((item: { navigation: { url: string } }) => item.navigation.url)).toEqual([
      `/posts/${postId}#answer-${answerId}-comment-${onAnswer}`,
      `/posts/${postId}#comment-${below}`,
    ]);
  });

  it("can be a profile picture, which its member then no longer has", async () => {
    const { t, mona, reader } = court;
    const { profilePicture } = (await sendPicture(origin, reader, await image("png"))).body;
    ok(await removeFile(t, mona, profilePicture));
    const user = ok(await call(t, "GET", "/users/reader"));
    expect([user.profilePicture, (await fetch(origin + profilePicture)).status]).toEqual([null, 404]);
    expect((await news(reader))[0].navigation.url).toBe("/profile");
  });

  it("isn't in its member's export, which keeps the others", async () => {
    const { t, mona } = court;
    const member = await t.member("exporter");
    const [url, other] = [await upload(member), await upload(member)];
    ok(await removeFile(t, mona, url));
    const { body } = await call(t, "GET", "/profile/export", { as: member });
    expect([body.includes(url), body.includes(other)]).toEqual([false, true]);
  });

  describe("isn't decided on", () => {
    it("twice, nor if it is no upload", async () => {
      const { t, mona, milo } = court;
      const url = await upload();
      ok(await removeFile(t, mona, url));
      refused(await removeFile(t, milo, url), 409, "CONFLICT");
      for (const file of ["https://example.org/picture.png", `/uploads/${"a".repeat(22)}.png`])
        refused(await removeFile(t, mona, file), 404, "NOT_FOUND");
    });

    it("by members, or without a reason", async () => {
      const { t, mona, reader } = court;
      const url = await upload();
      refused(await removeFile(t, reader, url), 403, "FORBIDDEN");
      refused(await removeFile(t, mona, url, " "), 422, "VALIDATION_ERROR");
      expect((await fetch(origin + url)).status).toBe(200);
      expect(await stateOf(t, url, reader)).toEqual({ removed: false, mayRemove: false });
    });

    it("by the one who uploaded it, an admin included", async () => {
      const { t, root } = court;
      const url = await upload(root);
      refused(await removeFile(t, root, url), 403, "OWN_DECISION");
      expect(await stateOf(t, url, root)).toEqual({ removed: false, mayRemove: false });
    });

    it.each(["mona", "root"] as const)("by %s, if a rival's answer shows it; another moderator can", async (name) => {
      const { t, milo, asker, helper } = court;
      const judge = court[name];
      const [inAnswer, inComment, inQuestion] = [await upload(helper), await upload(), await upload()];
      const postId = await ask(t, asker, { bountyAmount: 2, media: [{ type: "IMAGE", url: inQuestion }] });
      await answer(t, helper, postId, `![](${inAnswer})`);
      ok(await call(t, "POST", `/posts/${postId}/comments`, { as: asker, body: { content: `See ${inComment}` } }));
      expect(await stateOf(t, inAnswer, judge)).toEqual({ removed: false, mayRemove: true });
      await answer(t, judge, postId, "Mine is better");
      for (const url of [inAnswer, inComment, inQuestion]) {
        refused(await removeFile(t, judge, url), 403, "HAS_INTEREST");
        expect(await stateOf(t, url, judge)).toEqual({ removed: false, mayRemove: false });
        ok(await removeFile(t, milo, url));
      }
    });

    it("by who voted on an answer while the bounty isn't paid", async () => {
      const { t, mona, milo, asker, helper } = court;
      const [url, other] = [await upload(helper), await upload(await t.member("elsewhere"))];
      const [open, free] = [await ask(t, asker, { bountyAmount: 2 }), await ask(t, asker)];
      for (const [postId, file] of [
        [open, url],
        [free, other],
      ] as const) {
        const voted = await answer(t, await t.member(`rival_${file.slice(-9, -4)}`), postId);
        await answer(t, helper, postId, `![](${file})`);
        ok(await vote(t, mona, `/posts/${postId}/answers/${voted}`, 1));
      }
      refused(await removeFile(t, mona, url), 403, "HAS_INTEREST");
      expect([(await stateOf(t, url, mona)).mayRemove, (await stateOf(t, url, milo)).mayRemove]).toEqual([false, true]);
      ok(await removeFile(t, mona, other));
    });
  });
});

describe("a file that a moderator removes from a bucket", () => {
  let bucket: Bucket;
  let court: Court;
  beforeAll(async () => {
    bucket = await startBucket();
    court = await createCourt({
      S3_ENDPOINT: bucket.url,
      S3_BUCKET: "media",
      S3_REGION: S3.region,
      S3_ACCESS_KEY_ID: S3.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3.secret,
      S3_PUBLIC_URL: "https://media.bbux.example",
    });
  });
  afterAll(async () => {
    await court.stop();
    await bucket.close();
  });

  it("is deleted there, by its address", async () => {
    const { t, mona, helper } = court;
    const url: string = (await sendMedia(await t.listen(), helper, await image("png"))).body.secure_url;
    expect(bucket.objects.has(`/media/${keyOf(url)}`)).toBe(true);
    ok(await removeFile(t, mona, url));
    expect(bucket.objects.has(`/media/${keyOf(url)}`)).toBe(false);
    expect(await stateOf(t, url)).toEqual({ removed: true, mayRemove: false });
  });
});
