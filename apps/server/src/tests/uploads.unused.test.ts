import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeUnusedUploads } from "@bbux/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearUploads } from "../jobs/unused-uploads.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok } from "./support.ts";
import { filesIn, image, sendMedia, sendPicture } from "./uploads.support.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-unused-"));
const DAY = 86_400_000;
let t: TestApp;
let origin: string;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp({ env: { DATA_DIR } });
  origin = await t.listen();
  ada = await t.member("ada");
  await createTag(t.database, "money");
});
afterAll(async () => {
  await t.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const upload = async (): Promise<string> => (await sendMedia(origin, ada, await image("png"))).body.secure_url;
const isThere = async (url: string) => (await fetch(origin + url)).status === 200;
/** Runs the nightly job this many days from now. */
const clearIn = (days: number) => {
  const now = () => new Date(t.services.now().getTime() + days * DAY);
  return clearUploads({ db: t.database.db, media: t.services.media, log: t.app.log, now });
};
const rowsOf = (urls: string[]) =>
  t.database.ownerDb.selectFrom("uploads").selectAll().where("url", "in", urls).execute();

describe("uploads that nothing shows within a week are deleted", () => {
  it("and not a day earlier; those shown in posts, answers, and comments stay", async () => {
    const unused = await upload();
    const media = await upload();
    const thumbnail = await upload();
    const inText = await upload();
    const later = await upload();
    const inAnswer = await upload();
    const inComment = await upload();
    const content = `Look: ![it](${inText})`;
    const postId = await ask(t, ada, { content, media: [{ type: "IMAGE", url: media, thumbnailUrl: thumbnail }] });
    const edited = { title: "See", content: "Now", media: [{ type: "IMAGE", url: later }] };
    ok(await call(t, "PUT", `/posts/${postId}`, { as: ada, body: edited }));
    await answer(t, ada, postId, `![](${inAnswer})`);
    ok(await call(t, "POST", `/posts/${postId}/comments`, { as: ada, body: { content: inComment } }));

    await clearIn(6.9);
    expect(await isThere(unused)).toBe(true);
    await clearIn(7.1);
    expect(await isThere(unused)).toBe(false);
    // Media removed by an edit stay, too, because the post's history shows them.
    for (const url of [media, thumbnail, inText, later, inAnswer, inComment]) expect(await isThere(url)).toBe(true);
  });

  it("including a replaced picture and one that couldn't be assigned to its member", async () => {
    const bob = await t.member("bob");
    const { profilePicture } = (await sendPicture(origin, bob, await image("png"))).body;
    await clearIn(8);
    expect(await isThere(profilePicture)).toBe(true);
    await t.database.ownerDb.updateTable("users").set({ profile_picture: null }).where("id", "=", bob.id).execute();
    await clearIn(0.1);
    expect(await isThere(profilePicture)).toBe(false);
  });

  it("and count toward the daily limit until the day is over, and are then forgotten", async () => {
    const carl = await t.member("carl");
    const first = (await sendPicture(origin, carl, await image("png"))).body.profilePicture;
    await sendPicture(origin, carl, await image("png"));
    expect((await rowsOf([first]))[0]?.removed_at).not.toBe(null);
    await clearIn(0.9);
    expect(await rowsOf([first])).toHaveLength(1);
    await clearIn(1.1);
    expect(await rowsOf([first])).toHaveLength(0);
  });

  it("each file once, even by two concurrent processes", async () => {
    const urls = await Promise.all(Array.from({ length: 6 }, upload));
    const removed: string[] = [];
    const media = { ...t.services.media, remove: async (key: string) => void removed.push(key) };
    const now = new Date(t.services.now().getTime() + 8 * DAY);
    await Promise.all([1, 2, 3].map(() => removeUnusedUploads(t.database.db, media, now)));
    expect(removed.sort()).toEqual(urls.map((url) => url.slice("/uploads/".length)).sort());
  });

  it("and retried the next night if the storage fails to delete them", async () => {
    const urls = [await upload(), await upload()];
    const now = new Date(t.services.now().getTime() + 8 * DAY);
    const remove = async () => {
      throw new Error("busy");
    };
    await expect(removeUnusedUploads(t.database.db, { ...t.services.media, remove }, now)).rejects.toThrow("busy");
    expect((await rowsOf(urls)).map((row) => row.removed_at)).toEqual([null, null]);
    await clearIn(8);
    expect(await Promise.all(urls.map(isThere))).toEqual([false, false]);
  });
});

it("an incoming file left behind by a dead process is deleted, one in progress isn't", async () => {
  const folder = join(DATA_DIR, "uploads/.incoming");
  for (const name of ["old", "new"]) writeFileSync(join(folder, name), "x");
  const before = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(folder, "old"), before, before);
  await clearIn(0);
  expect(readdirSync(folder)).toEqual(["new"]);
  expect(filesIn(DATA_DIR).incoming).toEqual(["new"]);
});
