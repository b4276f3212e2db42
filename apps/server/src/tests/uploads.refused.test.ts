import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS, UPLOADS } from "@bbux/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { browser } from "./support.ts";
import { bombPng, filesIn, image, MiB, mp4, send, sendLarge, sendMedia } from "./uploads.support.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-uploads-"));
let t: TestApp;
let origin: string;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp({ env: { DATA_DIR } });
  origin = await t.listen();
  ada = await t.member("ada");
});
afterAll(async () => {
  await t.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});
afterEach(() => expect(filesIn(DATA_DIR).incoming).toEqual([]));

describe("an upload is refused", () => {
  const refusal = (error: string, code: string) => expect.objectContaining({ success: false, error, code });
  const noMedia = refusal("Please upload a video or image file", "UNSUPPORTED_MEDIA_TYPE");
  const tooLarge = refusal("File size must be less than 50MB or 100MB", "PAYLOAD_TOO_LARGE");

  it.each([
    ["SVG", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["GIF in name only", "GIF89a/*<script>*/=1;"],
    ["text", "hello"],
    ["nothing", ""],
    ["PDF", "%PDF-1.7\n"],
  ])("with 415 if its content is neither image nor video despite the name .png: %s [C5.30]", async (_, content) => {
    const { status, body } = await sendMedia(origin, ada, Buffer.from(content), "a.png", "image/png");
    expect([status, body]).toEqual([415, noMedia]);
  });

  it("with 415 for unsupported formats and truncated images [C5.30]", async () => {
    expect((await sendMedia(origin, ada, await image("tiff"))).body).toEqual(noMedia);
    const broken = (await image("png", { width: 500, height: 500 })).subarray(0, 200);
    expect((await sendMedia(origin, ada, broken)).body).toEqual(noMedia);
  });

  it("with 413 from 50 MB plus one byte of an image; exactly 50 MB are accepted [C5.31]", async () => {
    // Decoders ignore what follows the end of a PNG.
    const png = await image("png");
    expect((await sendLarge(origin, ada, png, 50 * MiB)).status).toBe(200);
    const { status, body } = await sendLarge(origin, ada, png, 50 * MiB + 1);
    expect([status, body]).toEqual([413, tooLarge]);
  });

  it("with 413 from 100 MB plus one byte of a video; exactly 100 MB are accepted [C5.32]", async () => {
    expect((await sendLarge(origin, ada, mp4(200), 100 * MiB)).status).toBe(200);
    const { status, body } = await sendLarge(origin, ada, mp4(200), 100 * MiB + 1);
    expect([status, body]).toEqual([413, tooLarge]);
    expect((await sendLarge(origin, ada, mp4(200), 110 * MiB)).body).toEqual(tooLarge);
  });

  it("with 422 for 30,000 × 30,000 pixels, however few bytes they take", async () => {
    const { status, body } = await sendMedia(origin, ada, bombPng(30_000));
    expect([status, body.code]).toEqual([422, "VALIDATION_ERROR"]);
  });

  it("with 413 for two files, and stores neither", async () => {
    const before = filesIn(DATA_DIR).kept;
    const file = await image("png");
    const { status, body } = await send(origin, "/api/uploads", ada, [
      { field: "file", file },
      { field: "file", file },
    ]);
    expect([status, body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(filesIn(DATA_DIR).kept).toEqual(before);
  });

  it("with 422 without a file, or with one in another field", async () => {
    const none = await send(origin, "/api/uploads", ada, [], { extra: { folder: "posts" } });
    const other = await send(origin, "/api/uploads", ada, [{ field: "picture", file: await image("png") }]);
    for (const { status, body } of [none, other])
      expect([status, body.details]).toEqual([422, [{ field: "file", message: "Please choose a file" }]]);
    const empty = await t.app.inject({ method: "POST", url: "/api/uploads", headers: ada.headers });
    expect(empty.statusCode).toBe(422);
  });

  it("with 415 if it isn't multipart, and elsewhere multipart remains 415", async () => {
    const post = (url: string, type: string, payload: string) =>
      t.app.inject({ method: "POST", url, payload, headers: { ...ada.headers, "content-type": type } });
    expect((await post("/api/uploads", "application/json", '{"file":"x"}')).statusCode).toBe(415);
    expect((await post("/api/uploads", "image/png", "x")).statusCode).toBe(415);
    const form = "multipart/form-data; boundary=x";
    const body = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nHi\r\n--x--\r\n';
    for (const url of ["/api/posts", "/api/v1/posts", "/api/auth/login"])
      expect((await post(url, form, body)).statusCode).toBe(415);
  });

  it.each([
    ["no boundary", "multipart/form-data", "--x\r\n"],
    [
      "no end",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nGIF8',
    ],
    ["no part", "multipart/form-data; boundary=x", "hello"],
  ])("with 400 if the multipart is malformed: %s", async (_, type, payload) => {
    const headers = { ...ada.headers, "content-type": type };
    const response = await t.app.inject({ method: "POST", url: "/api/uploads", payload, headers });
    expect([response.statusCode, response.json().code]).toEqual([400, "BAD_REQUEST"]);
  });

  it("with 413 for endless fields, with 400 for __proto__", async () => {
    const file = [{ field: "file", file: await image("png") }];
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, "x"]));
    expect((await send(origin, "/api/uploads", ada, file, { extra: fields })).status).toBe(413);
    const payload = `--x\r\ncontent-disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--x--\r\n`;
    const headers = { ...ada.headers, "content-type": "multipart/form-data; boundary=x" };
    expect((await t.app.inject({ method: "POST", url: "/api/uploads", payload, headers })).statusCode).toBe(400);
  });

  it("with 401 without a session, 403 for a suspended member, and 403 from another site", async () => {
    const file = await image("png");
    expect((await sendMedia(origin, null, file)).body.code).toBe("UNAUTHENTICATED");
    const sue = await t.member("sue");
    await t.database.ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", sue.id).execute();
    expect((await sendMedia(origin, sue, file)).body.code).toBe("ACCOUNT_SUSPENDED");
    const { cookie = "" } = await browser(t, ada);
    const parts = [{ field: "file", file }];
    const from = (site: string) => send(origin, "/api/uploads", null, parts, { headers: { cookie, origin: site } });
    expect((await from("https://evil.example")).body.code).toBe("CSRF_REJECTED");
    expect((await from(origin)).status).toBe(200);
  });
});

it("a member's uploads per day are limited by number: the next one gets 429 with Retry-After", async () => {
  const max = await t.member("max");
  const created_at = new Date(Date.now() - 3_600_000);
  const rows = Array.from({ length: UPLOADS.perDay.files - 5 }, (_, index) => ({
    key: `${String(index).padStart(22, "x")}.png`,
    owner_id: max.id,
    kind: "IMAGE",
    bytes: 1,
    created_at,
  }));
  await t.database.ownerDb.insertInto("uploads").values(rows).execute();
  const file = await image("png");
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendMedia(origin, max, file)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  for (const { body, headers } of answers.filter(({ status }) => status !== 200)) {
    expect(body.code).toBe("RATE_LIMITED");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(80_000);
    expect(body.details.retryAfter).toBe(Number(headers.get("retry-after")));
    expect(body.details.until).toBe(new Date(created_at.getTime() + DAY_MS).toISOString());
    expect(body.error).toContain("Try again in 23 hours.");
  }
  expect((await sendMedia(origin, ada, file)).status).toBe(200);
  t.travel(24 * 3_600_000);
  expect((await sendMedia(origin, max, file)).status).toBe(200);
});

it("a member's uploads per day are also limited by bytes", async () => {
  const eve = await t.member("eve");
  const row = { owner_id: eve.id, kind: "VIDEO", created_at: t.services.now() };
  const bytes = UPLOADS.perDay.bytes - 10_000;
  await t.database.ownerDb
    .insertInto("uploads")
    .values({ ...row, key: `${"e".repeat(22)}.mp4`, bytes })
    .execute();
  expect((await sendMedia(origin, eve, mp4(10_001))).status).toBe(429);
  expect((await sendMedia(origin, eve, mp4(10_000))).status).toBe(200);
  expect((await sendMedia(origin, eve, mp4(5_000))).status).toBe(429);
});
