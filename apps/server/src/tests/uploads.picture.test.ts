import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import {
  animation,
  bombPng,
  filesIn,
  image,
  MiB,
  mp4,
  padded,
  send,
  sendMedia,
  sendPicture,
} from "./uploads.support.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-pictures-"));
let t: TestApp;
let origin: string;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp({ env: { DATA_DIR } });
  origin = await t.listen();
  ada = await t.member("ada");
  bob = await t.member("bob");
});
afterAll(async () => {
  await t.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});
afterEach(() => expect(filesIn(DATA_DIR).incoming).toEqual([]));

const pictureOf = async (member: TestMember) => ok(await call(t, "GET", `/users/${member.username}`)).profilePicture;
const refusal = (error: string, code: string) => expect.objectContaining({ success: false, error, code });

describe("a profile picture", () => {
  it("returns success and its address, and is shown everywhere from then on [C7.45 C5.27]", async () => {
    const { status, body } = await sendPicture(origin, ada, await image("jpeg"));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({ success: true, profilePicture: expect.stringMatching(/^\/uploads\/[\w-]{22}\.webp$/) });
    expect(await pictureOf(ada)).toBe(body.profilePicture);
    expect(ok(await call(t, "GET", "/auth/me", { as: ada })).user.profilePicture).toBe(body.profilePicture);
  });

  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "in %s format becomes a static WebP of 512 × 512",
    async (format) => {
      const file = format === "gif" ? await animation(4) : await image(format, { width: 300, height: 100 });
      const { body } = await sendPicture(origin, ada, file);
      const bytes = Buffer.from(await (await fetch(origin + body.profilePicture)).arrayBuffer());
      const { format: is, width, height, pages = 1 } = await sharp(bytes).metadata();
      expect({ is, width, height, pages }).toEqual({ is: "webp", width: 512, height: 512, pages: 1 });
    },
  );

  it("replaces the previous one, whose file is deleted immediately", async () => {
    const first = (await sendPicture(origin, bob, await image("png"))).body.profilePicture;
    const second = (await sendPicture(origin, bob, await image("png"))).body.profilePicture;
    expect((await fetch(origin + first)).status).toBe(404);
    expect((await fetch(origin + second)).status).toBe(200);
    expect(await pictureOf(bob)).toBe(second);
  });

  it("changes for the caller only, even if another member is named next to the file [C5.29]", async () => {
    const before = await pictureOf(bob);
    const parts = [{ field: "profilePicture", file: await image("png") }];
    const extra = { userId: bob.id, username: "bob", id: bob.id };
    expect((await send(origin, `/api/profile/picture?userId=${bob.id}`, ada, parts, { extra })).status).toBe(200);
    expect(await pictureOf(bob)).toBe(before);
    expect((await send(origin, "/api/profile/picture", null, parts)).body.code).toBe("UNAUTHENTICATED");
  });

  it("doesn't delete a file that someone else shows, even if it became a picture by other means", async () => {
    const { secure_url: shared } = (await sendMedia(origin, bob, await image("png"))).body;
    await t.database.ownerDb.updateTable("users").set({ profile_picture: shared }).where("id", "=", ada.id).execute();
    await sendPicture(origin, ada, await image("png"));
    expect((await fetch(origin + shared)).status).toBe(200);
  });
});

describe("a profile picture is refused, and the previous one stays,", () => {
  const noImage = refusal("Please upload an image file", "UNSUPPORTED_MEDIA_TYPE");
  const tooLarge = refusal("File size must be less than 5MB", "PAYLOAD_TOO_LARGE");

  it("with 415 if it isn't an image, whatever it claims to be [C5.27]", async () => {
    const before = await pictureOf(ada);
    for (const file of [mp4(9_000), Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), Buffer.from("<html>")]) {
      const { status, body } = await sendPicture(origin, ada, file);
      expect([status, body]).toEqual([415, noImage]);
    }
    expect(await pictureOf(ada)).toBe(before);
  });

  it("with 413 from 5 MB plus one byte; exactly 5 MB are accepted [C5.28]", async () => {
    const png = await image("png");
    expect((await sendPicture(origin, ada, padded(png, 5 * MiB))).status).toBe(200);
    const before = await pictureOf(ada);
    for (const bytes of [5 * MiB + 1, 8 * MiB]) {
      const { status, body } = await sendPicture(origin, ada, padded(png, bytes));
      expect([status, body]).toEqual([413, tooLarge]);
    }
    expect(await pictureOf(ada)).toBe(before);
  });

  it("with 422 for 30,000 × 30,000 pixels, with 413 for two files, and with 422 for none", async () => {
    expect((await sendPicture(origin, ada, bombPng(30_000))).status).toBe(422);
    const part = { field: "profilePicture", file: await image("png") };
    expect((await send(origin, "/api/profile/picture", ada, [part, part])).status).toBe(413);
    expect((await send(origin, "/api/profile/picture", ada, [])).status).toBe(422);
  });
});
