import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ok } from "./support.ts";
import { animation, filesIn, image, MiB, mp4, send, sendMedia, webm } from "./uploads.support.ts";

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

/** The stored file behind a response. */
const stored = async (secureUrl: string) => {
  const response = await fetch(origin + secureUrl);
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get("content-type") };
};

describe("an upload", () => {
  it("of an image or a video returns secure_url, and accepts preset and folder, like a hosting service would [C7.64 C1.17 C5.30]", async () => {
    const extra = { upload_preset: "anything", folder: "posts" };
    for (const [file, type, extension] of [
      [await image("png"), "IMAGE", "png"],
      [mp4(9_000), "VIDEO", "mp4"],
      [webm(9_000), "VIDEO", "webm"],
    ] as const) {
      const { status, body } = await send(origin, "/api/v1/uploads", ada, [{ field: "file", file }], { extra });
      expect(status, JSON.stringify(body)).toBe(200);
      const address = expect.stringMatching(new RegExp(`^/uploads/[\\w-]{22}\\.${extension}$`));
      expect(body).toEqual({ success: true, secure_url: address, type, thumbnailUrl: null });
    }
  });

  it("is stored under a random name; the given one is ignored", async () => {
    const { body } = await sendMedia(origin, ada, await image("png"), "../../x.html", "text/html");
    expect(body.secure_url).toMatch(/^\/uploads\/[\w-]{22}\.png$/);
    expect(filesIn(DATA_DIR).kept).toContain(body.secure_url.slice("/uploads/".length));
  });

  it("of a video is stored byte for byte", async () => {
    const file = mp4(3 * MiB);
    file.write("a mark", 2 * MiB);
    const { body } = await sendMedia(origin, ada, file);
    expect((await stored(body.secure_url)).bytes.equals(file)).toBe(true);
  });

  it("is accepted as a post's media", async () => {
    await t.database.ownerDb.insertInto("tags").values({ name: "money" }).execute();
    const { body } = await sendMedia(origin, ada, await image("webp"));
    const media = [{ type: body.type, url: body.secure_url }];
    const payload = { title: "See", content: "It", tags: ["money"], media };
    const post = await t.app.inject({ method: "POST", url: "/api/posts", payload, headers: ada.headers });
    expect(ok(post).post.media).toEqual(media);
  });
});

describe("an uploaded image is re-encoded", () => {
  it("upright and without metadata: no owner, no location [C5.30]", async () => {
    const file = await image("jpeg", { width: 60, height: 20, orientation: 6 });
    expect(file.includes("SECRET-OWNER")).toBe(true);
    const { bytes, type } = await stored((await sendMedia(origin, ada, file)).body.secure_url);
    expect(type).toBe("image/jpeg");
    expect(bytes.includes("SECRET-OWNER") || bytes.includes("Exif")).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 20, height: 60 });
  });

  it("so that a polyglot loses everything but the image: PNG with HTML, GIF with script", async () => {
    const script = "/*<script>alert(1)</script>*/";
    for (const format of ["png", "gif", "jpeg", "webp"] as const) {
      const { status, body } = await sendMedia(origin, ada, Buffer.concat([await image(format), Buffer.from(script)]));
      expect(status).toBe(200);
      expect((await stored(body.secure_url)).bytes.includes("script")).toBe(false);
    }
  });

  it("while an animation stays animated, a GIF as a GIF", async () => {
    const { bytes } = await stored((await sendMedia(origin, ada, await animation(5))).body.secure_url);
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      format: "gif",
      pages: 5,
      pageHeight: 20,
    });
  });

  it("with an AVIF becoming a WebP", async () => {
    const { body } = await sendMedia(origin, ada, await image("avif"));
    expect(body.secure_url).toMatch(/\.webp$/);
    expect((await stored(body.secure_url)).type).toBe("image/webp");
  });
});

it.skipIf(process.platform !== "linux")(
  "the process that decodes images may crash: the next image starts a new one, and it has none of our secrets",
  async () => {
    const file = await image("png");
    expect((await sendMedia(origin, ada, file)).status).toBe(200);
    const [pid, ...others] = imageProcesses();
    expect([typeof pid, others]).toEqual(["number", []]);
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("PATH=");
    process.kill(Number(pid), "SIGKILL");
    await expect.poll(imageProcesses).toEqual([]);
    expect((await sendMedia(origin, ada, file)).status).toBe(200);
  },
);

/** Child processes of this process. */
function imageProcesses(): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => (line.includes("images.child") ? [Number.parseInt(line, 10)] : []));
}

describe("a client that disconnects", () => {
  it("in the middle of a file leaves nothing behind", async () => {
    const before = filesIn(DATA_DIR).kept;
    const url = new URL("/api/uploads", origin);
    const headers = { ...ada.headers, "content-type": "multipart/form-data; boundary=x", "content-length": 50 * MiB };
    const client = request(url, { method: "POST", headers });
    client.on("error", () => undefined);
    client.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
    client.write(mp4(2 * MiB));
    await expect.poll(() => filesIn(DATA_DIR).incoming.length).toBe(1);
    client.destroy();
    await expect.poll(() => filesIn(DATA_DIR).incoming.length).toBe(0);
    expect(filesIn(DATA_DIR).kept).toEqual(before);
  });

  it("gets a refusal immediately while still sending, and can finish sending over the same connection", async () => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let answered = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      answered += text;
    });
    const body = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      Buffer.alloc(20 * MiB, "<p>"),
    ]);
    const head = ["POST /api/uploads HTTP/1.1", "host: x", `authorization: ${ada.headers.authorization}`];
    head.push("content-type: multipart/form-data; boundary=x", `content-length: ${body.length}`, "", "");
    socket.write(head.join("\r\n"));
    socket.write(body.subarray(0, MiB));
    await expect.poll(() => answered).toContain("Please upload a video or image file");
    socket.write(body.subarray(MiB));
    answered = "";
    socket.write("GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => answered).toContain("200 OK");
    socket.destroy();
  });
});
