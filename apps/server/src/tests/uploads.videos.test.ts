import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { checksum } from "../uploads/videos/ogg.ts";
import { box, element, filesIn, mp4, sendMedia, u32, webm } from "./uploads.support.ts";
import { phoneClip, recordedMp4, SECRETS, taggedOgg, taggedWebm } from "./uploads.videos.support.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-videos-"));
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

/** What is stored of a file. */
async function stored(file: Buffer): Promise<Buffer> {
  const { status, body } = await sendMedia(origin, ada, file);
  expect(status, JSON.stringify(body)).toBe(200);
  const bytes = Buffer.from(await (await fetch(origin + body.secure_url)).arrayBuffer());
  const row = t.database.db.selectFrom("uploads").select("bytes").where("url", "=", body.secure_url);
  expect(Number((await row.executeTakeFirstOrThrow()).bytes)).toBe(bytes.length);
  return bytes;
}

function expectNothingOf(file: Buffer, left: Buffer): void {
  for (const secret of SECRETS) expect(left.includes(secret), secret).toBe(false);
  expect(SECRETS.some((secret) => file.includes(secret))).toBe(true);
}

const DAMAGED = "This video is incomplete or damaged. Export it again, and upload the new file.";
async function expectDamaged(file: Buffer): Promise<void> {
  const kept = filesIn(DATA_DIR).kept;
  const { status, body } = await sendMedia(origin, ada, file);
  expect([status, body.code, body.error]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE", DAMAGED]);
  expect(filesIn(DATA_DIR).kept).toEqual(kept);
}

describe("an MP4 is stored without what a phone adds", () => {
  it.each([
    ["with its movie first", { movieFirst: true }],
    ["with its movie last", { movieFirst: false }],
    ["with long offsets", { movieFirst: true, long: true }],
  ])(
    "%s: no place, no names, no times, no track of places, no tail; its samples are the same at the same place",
    async (_, how) => {
      const { file, samples } = phoneClip(how);
      const left = await stored(file);
      expectNothingOf(file, left);
      for (const { at, bytes } of samples) expect(left.subarray(at, at + bytes.length).equals(bytes)).toBe(true);
      expect(left.includes(u32(0xe0000000))).toBe(false);
      expect(left.length).toBe(file.length - "SECRET-TAIL".length);
      for (const type of ["udta", "meta", "uuid", "loci", "ilst"]) expect(left.includes(type), type).toBe(false);
      for (const type of ["moov", "mvhd", "stsd", "stsc", "vide", "soun"]) expect(left.includes(type), type).toBe(true);
    },
  );

  it("recorded in fragments by a browser", async () => {
    const file = recordedMp4();
    const left = await stored(file);
    expectNothingOf(file, left);
    expect(left.toString("latin1").match(/(?:PICTURES){20}/g)).toHaveLength(2);
  });

  it("stays byte for byte what it was if nothing has to go", async () => {
    const file = mp4(5_000);
    file.write("a mark", 3_000);
    expect((await stored(file)).equals(file)).toBe(true);
  });
});

it("an MP4 of tens of thousands of boxes and chunks is gone through once, in another process", async () => {
  const [boxes, chunks] = [20_000, 200_000];
  const type = box("ftyp", "isom", u32(0), "isomiso2");
  const handler = box("hdlr", Buffer.alloc(8), "vide", Buffer.alloc(12));
  const offsets = Buffer.alloc(4 * chunks);
  for (let nth = 0; nth < chunks; nth++) offsets.writeUInt32BE(900_000 + nth, 4 * nth);
  const table = box("stbl", box("stco", u32(0, chunks), offsets));
  const movie = box("moov", box("trak", box("mdia", handler, box("minf", table))));
  const file = Buffer.concat([type, movie, ...Array<Buffer>(boxes).fill(box("mdat", "sample"))]);
  const left = await stored(file);
  expect(left.length).toBe(file.length);
  expect(left.subarray(-6).toString()).toBe("sample");
});

describe("a WebM is stored without tags, attachments, chapters, titles and dates", () => {
  it.each([{ live: true }, { live: false }])("%o", async (how) => {
    const file = taggedWebm(how);
    const left = await stored(file);
    expectNothingOf(file, left);
    expect(left.includes("PICTURES".repeat(20))).toBe(true);
    expect(left.includes("V_VP9")).toBe(true);
    expect(left.includes(Buffer.alloc(8, 7))).toBe(false);
    expect(left.length).toBe(file.length - "SECRET-TAIL".length);
    // A second pass finds nothing left to change, so its structure is whole.
    expect((await stored(left)).equals(left)).toBe(true);
  });
});

it("an Ogg is stored with empty comments, and checksums that are right", async () => {
  const file = taggedOgg();
  const left = await stored(file);
  expectNothingOf(file, left);
  expect(left.length).toBe(file.length - "SECRET-TAIL".length);
  for (const kept of ["PICTURES".repeat(20), "SOUND".repeat(20), "theora setup", "vorbis setup"]) {
    expect(left.includes(kept)).toBe(true);
  }
  let pages = 0;
  for (let at = 0; at < left.length; pages++) {
    const count = left[at + 26] ?? 0;
    const length = 27 + count + left.subarray(at + 27, at + 27 + count).reduce((sum, one) => sum + one, 0);
    const whole = Buffer.from(left.subarray(at, at + length));
    const given = whole.readUInt32LE(22);
    whole.writeUInt32LE(0, 22);
    expect(checksum(whole)).toBe(given);
    at += length;
  }
  expect(pages).toBe(6);
});

describe("a video is refused if it isn't one to its end", () => {
  const type = box("ftyp", "isom", u32(0), "isomiso2");
  const whole = phoneClip({ movieFirst: true }).file;
  it.each<[string, Buffer]>([
    ["an MP4 that is only a header", Buffer.concat([type, Buffer.alloc(5_000, "<script>")])],
    ["an MP4 without a movie", Buffer.concat([type, box("mdat", "PICTURES".repeat(1_000))])],
    [
      "an MP4 without samples",
      Buffer.concat([type, whole.subarray(whole.indexOf("moov") - 4, whole.indexOf("mdat") - 4)]),
    ],
    ["an MP4 that was cut short", whole.subarray(0, whole.indexOf("SOUND"))],
    ["an MP4 with two movies", Buffer.concat([mp4(200).subarray(0, 116), mp4(200).subarray(24)])],
    ["an MP4 with a box that is larger than its container", swapped(whole, "stbl", 0x7fffffff)],
    ["an MP4 with a compressed movie", Buffer.concat([type, box("moov", box("cmov", "zlib")), box("mdat", "x")])],
    ["an MP4 with places only", track(whole, "text")],
    ["a WebM that is only a header", webm(5_000).subarray(0, 48)],
    ["a WebM without a cluster", webm(5_000).subarray(0, 60)],
    [
      "a WebM whose segment goes on",
      Buffer.concat([webm(200).subarray(0, 36), element("18538067", Buffer.alloc(900)).subarray(0, 500)]),
    ],
  ])("%s", async (_, file) => {
    await expectDamaged(file);
  });
});

it.each<[string, Buffer]>([
  ["a recorded MP4", recordedMp4("meta")],
  ["a WebM", taggedWebm({ live: false, kind: 0x11 })],
])("a track of subtitles or data that can't be taken out is refused: %s", async (_, file) => {
  const { status, body } = await sendMedia(origin, ada, file);
  const error =
    "This video has a track that is neither picture nor sound. Export it without subtitles and data tracks.";
  expect([status, body.error]).toEqual([415, error]);
});

/** The same file with all tracks of another kind. */
function track(file: Buffer, handler: string): Buffer {
  const text = file.toString("latin1").replaceAll("vide", handler).replaceAll("soun", handler);
  return Buffer.from(text, "latin1");
}

/** The same file with another size in front of a box's type. */
function swapped(file: Buffer, type: string, size: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32BE(size, copy.indexOf(type) - 4);
  return copy;
}
