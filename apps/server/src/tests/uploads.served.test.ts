import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { image, mp4, sendMedia } from "./uploads.support.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-served-"));
let t: TestApp;
let origin: string;
let picture: string;
let video: string;
beforeAll(async () => {
  mkdirSync(join(DATA_DIR, "web"));
  writeFileSync(
    join(DATA_DIR, "web/index.html"),
    "<!--head--><title>the app</title><!--/head--><!--icons--><!--/icons--><body><!--root--><!--/root--><!--mark--><!--/mark--><!--content--></body>",
  );
  writeFileSync(join(DATA_DIR, "secret.png"), "a secret");
  t = await createTestApp({ env: { DATA_DIR } });
  origin = await t.listen();
  const ada = await t.member("ada");
  picture = (await sendMedia(origin, ada, await image("png"))).body.secure_url;
  video = (await sendMedia(origin, ada, mp4(10_000))).body.secure_url;
});
afterAll(async () => {
  await t.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** The status of a request with path and headers exactly as written. */
const raw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path, headers }, (response) => resolve(response.resume().statusCode))
      .once("error", reject)
      .end();
  });

describe("an upload is served", () => {
  it("with its content's type and without a way to execute anything: nosniff, sandboxed, inline under its own name", async () => {
    for (const [path, type] of [
      [picture, "image/png"],
      [video, "video/mp4"],
    ] as const) {
      const { status, headers } = await fetch(origin + path);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": type,
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "content-disposition": `inline; filename="${path.slice("/uploads/".length)}"`,
        "cache-control": "public, max-age=3600",
        "accept-ranges": "bytes",
      });
      expect(headers.get("set-cookie")).toBe(null);
    }
  });

  it("in ranges, which video players request", async () => {
    const part = await fetch(origin + video, { headers: { range: "bytes=4-7" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 4-7/10000"]);
    expect(await part.text()).toBe("ftyp");
    expect(part.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    const last = await fetch(origin + video, { headers: { range: "bytes=-10" } });
    expect((await last.arrayBuffer()).byteLength).toBe(10);
    const beyond = await fetch(origin + video, { headers: { range: "bytes=20000-" } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10000"]);
  });

  it("with 304 if the browser has it, and without a body for HEAD", async () => {
    const etag = (await fetch(origin + picture)).headers.get("etag") ?? "";
    expect(await raw(picture, { "if-none-match": etag })).toBe(304);
    const head = await fetch(origin + video, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10000"]);
  });
});

describe("nothing else is served", () => {
  it.each([
    "/uploads/../secret.png",
    "/uploads/..%2fsecret.png",
    "/uploads/%2e%2e/secret.png",
    "/uploads/..%5csecret.png",
    "/uploads/.incoming",
    "/uploads/.incoming/x",
    "/uploads/.incoming%2fx",
    "/uploads/",
    "/uploads",
    "/uploads/secret.png",
    "/uploads/aaaaaaaaaaaaaaaaaaaaaa.png",
    "/uploads/aaaaaaaaaaaaaaaaaaaaaa.html",
    "/uploads/aaaaaaaaaaaaaaaaaaaaaa.png/..",
  ])("not %s", async (path) => {
    expect(await raw(path)).toSatisfy((status: number) => status === 404 || status === 400);
  });

  it("not files next to the uploads whose names have another form", async () => {
    writeFileSync(join(DATA_DIR, "uploads/page.html"), "<script>");
    writeFileSync(join(DATA_DIR, `uploads/${"a".repeat(22)}.html`), "<script>");
    symlinkSync(join(DATA_DIR, "secret.png"), join(DATA_DIR, "uploads/link.png"));
    for (const name of ["page.html", `${"a".repeat(22)}.html`, "link.png"])
      expect((await fetch(`${origin}/uploads/${name}`)).status).toBe(404);
  });

  it("and the refusal isn't the app's page, which other unknown addresses get", async () => {
    const gone = await fetch(`${origin}/uploads/${"b".repeat(22)}.png`);
    expect([gone.status, await gone.json()]).toEqual([404, expect.objectContaining({ code: "NOT_FOUND" })]);
  });
});
