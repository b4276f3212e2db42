import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EnvError, readEnv } from "../env.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask } from "./support.ts";
import { filesIn, image, MiB, mp4, sendMedia, sendPicture } from "./uploads.support.ts";
import { type Bucket, type HostingService, S3, startBucket, startHostingService } from "./uploads.targets.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-targets-"));
const UNAVAILABLE = expect.objectContaining({ success: false, code: "SERVICE_UNAVAILABLE" });

/** Asserts that failed uploads left nothing behind, in folders or in the database. */
async function expectNothingOf(t: TestApp, member: TestMember, before: number): Promise<void> {
  expect(filesIn(DATA_DIR)).toEqual({ kept: [], incoming: [] });
  expect(await countOf(t, member)).toBe(before);
}

async function countOf(t: TestApp, member: TestMember): Promise<number> {
  const rows = await t.database.ownerDb.selectFrom("uploads").select("key").where("owner_id", "=", member.id).execute();
  return rows.length;
}

describe("uploads in a bucket", () => {
  let bucket: Bucket;
  let t: TestApp;
  let origin: string;
  let ada: TestMember;
  beforeAll(async () => {
    bucket = await startBucket();
    const env = {
      DATA_DIR,
      S3_ENDPOINT: bucket.url,
      S3_BUCKET: "media",
      S3_REGION: S3.region,
      S3_ACCESS_KEY_ID: S3.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3.secret,
      S3_PUBLIC_URL: "https://media.bbux.example/files/",
    };
    t = await createTestApp({ env });
    origin = await t.listen();
    ada = await t.member("ada");
  });
  afterAll(async () => {
    await t.close();
    await bucket.close();
  });
  afterEach(() => bucket.faults.splice(0));

  it("are stored completely with a signed request, with type, disposition, and an hour of caching, and shown from the public address [C1.17 C7.64]", async () => {
    const file = mp4(3 * MiB);
    const { status, body } = await sendMedia(origin, ada, file);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.secure_url).toMatch(/^https:\/\/media\.bbux\.example\/files\/[\w-]{22}\.mp4$/);
    const object = bucket.objects.get(`/media/${body.secure_url.slice(-26)}`);
    expect(object?.body.equals(file)).toBe(true);
    expect(object?.headers).toMatchObject({
      "content-type": "video/mp4",
      "content-disposition": "inline",
      "cache-control": "public, max-age=3600",
      "content-length": String(3 * MiB),
    });
    expect(filesIn(DATA_DIR)).toEqual({ kept: [], incoming: [] });
  });

  it("can be a post's media, which keeps them", async () => {
    await createTag(t.database, "money");
    const { secure_url: url, type } = (await sendMedia(origin, ada, await image("png"))).body;
    await ask(t, ada, { media: [{ type, url }] });
    const row = await t.database.ownerDb.selectFrom("uploads").selectAll().where("url", "=", url).executeTakeFirst();
    expect(row?.attached_at).not.toBe(null);
  });

  it("are deleted there when a picture is replaced", async () => {
    const first = (await sendPicture(origin, ada, await image("png"))).body.profilePicture;
    expect(bucket.objects.has(`/media/${first.slice(-27)}`)).toBe(true);
    await sendPicture(origin, ada, await image("png"));
    expect(bucket.objects.has(`/media/${first.slice(-27)}`)).toBe(false);
  });

  it("are retried if the service is busy or disconnects", async () => {
    bucket.faults.push(503, "hang up");
    expect((await sendMedia(origin, ada, await image("png"))).status).toBe(200);
  });

  it("fail with 503 if it refuses (403) or stays unreachable, and leave nothing behind", {
    tags: "proof",
  }, async () => {
    const before = await countOf(t, ada);
    const objects = bucket.objects.size;
    for (const faults of [[403], [503, 500, 503], ["hang up", "hang up", "hang up"]] as const) {
      bucket.faults.push(...faults);
      const { status, body, headers } = await sendMedia(origin, ada, mp4(2 * MiB));
      expect([status, body]).toEqual([503, UNAVAILABLE]);
      expect(JSON.stringify(body)).not.toContain("AccessDenied");
      expect(headers.get("retry-after")).not.toBe(null);
      expect(bucket.faults).toEqual([]);
    }
    expect(bucket.objects.size).toBe(objects);
    await expectNothingOf(t, ada, before);
  });
});

describe("uploads at a hosting service", () => {
  let service: HostingService;
  let t: TestApp;
  let origin: string;
  let ada: TestMember;
  beforeAll(async () => {
    service = await startHostingService("unsigned-preset");
    t = await createTestApp({
      env: { DATA_DIR, UPLOAD_URL: `${service.url}/auto/upload`, UPLOAD_PRESET: "unsigned-preset" },
    });
    origin = await t.listen();
    ada = await t.member("ada");
  });
  afterAll(async () => {
    await t.close();
    await service.close();
  });
  afterEach(() => {
    service.answer = null;
  });

  it("are sent with file, preset, and folder 'posts', and its secure_url is returned [C1.17 C7.64]", async () => {
    const file = mp4(2 * MiB);
    const { status, body } = await sendMedia(origin, ada, file);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.secure_url).toMatch(/^https:\/\/host\.example\/posts\//);
    const [sent] = service.received;
    expect(sent?.fields).toEqual({ upload_preset: "unsigned-preset", folder: "posts" });
    expect([sent?.contentType, sent?.file.equals(file)]).toEqual(["video/mp4", true]);
  });

  it.each([
    [401, '{"error":{"message":"Invalid preset"}}'],
    [302, ""],
    [200, '{"secure_url":"http://host.example/a.png"}'],
    [200, '{"secure_url":"javascript:alert(1)"}'],
    [200, "<html>"],
    [200, "{}"],
    [500, "{}"],
  ])("fail with 503 if it responds with %i %s", async (status, body) => {
    const before = await countOf(t, ada);
    service.answer = { status, body };
    const answer = await sendMedia(origin, ada, await image("png"));
    expect([answer.status, answer.body]).toEqual([503, UNAVAILABLE]);
    await expectNothingOf(t, ada, before);
  });
});

describe("the storage of uploads", () => {
  const s3 = {
    S3_BUCKET: "media",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
    S3_PUBLIC_URL: "https://media.bbux.example",
  };
  const hosted = { UPLOAD_URL: "https://api.host.example/upload", UPLOAD_PRESET: "p" };

  it("is the data directory, a bucket, or a hosting service [C1.17]", () => {
    expect(readEnv({}).S3_BUCKET ?? readEnv({}).UPLOAD_URL).toBe(undefined);
    expect(readEnv(s3)).toMatchObject({ ...s3, S3_REGION: "us-east-1", S3_PATH_STYLE: "on" });
    expect(readEnv(hosted)).toMatchObject(hosted);
  });

  it.each([
    ["S3_PUBLIC_URL must be set with S3_BUCKET", { ...s3, S3_PUBLIC_URL: "" }],
    ["S3_SECRET_ACCESS_KEY must be set with S3_BUCKET", { ...s3, S3_SECRET_ACCESS_KEY: "" }],
    ["S3_BUCKET must be set with S3_ACCESS_KEY_ID", { S3_ACCESS_KEY_ID: "id" }],
    ["UPLOAD_PRESET must be set with UPLOAD_URL", { UPLOAD_URL: hosted.UPLOAD_URL }],
    ["UPLOAD_URL must be set with UPLOAD_PRESET", { UPLOAD_PRESET: "p" }],
    ["UPLOAD_URL must not be set with S3_BUCKET: uploads have one place", { ...s3, ...hosted }],
    ["UPLOAD_URL must be a URL that begins with https://", { ...hosted, UPLOAD_URL: "http://api.host.example" }],
    ["S3_PUBLIC_URL must be a URL that begins with https://", { ...s3, S3_PUBLIC_URL: "http://x.example" }],
    ["S3_BUCKET must be the name of a bucket", { ...s3, S3_BUCKET: "a/../b" }],
  ])("stops the start if it is incomplete or wrong: %s", (sentence, env) => {
    expect(() => readEnv(env)).toThrow(EnvError);
    expect(() => readEnv(env)).toThrow(sentence);
  });
});
