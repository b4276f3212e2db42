import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_BRAND } from "@bbux/contract";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSignals } from "../signals.ts";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { createPagesApp, page, visit } from "./html.support.ts";
import { ageProofs } from "./second-factor.support.ts";
import { call, ORIGIN, ok, refused, refusesField } from "./support.ts";
import { image, MiB, padded, send } from "./uploads.support.ts";

const MANIFEST = join(import.meta.dirname, "../../../web/public/manifest.webmanifest");
const REASON = "Our own platform";
const VIOLET = { name: "Ask & Away", accentLight: "#5b21b6", accentDark: "#c4b5fd" };

let t: TestApp;
let origin: string;
let admin: TestMember;
let member: TestMember;
beforeAll(async () => {
  t = await createPagesApp({ DEMO: "off" });
  origin = await t.listen();
  member = await t.member("member");
  admin = await t.member("some_admin");
  await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", admin.id).execute();
});
afterAll(() => t.close());

const none = { logo: null, favicon: null };
const set = (body: object, as = admin) =>
  call(t, "PUT", "/admin/brand", { as, body: { ...VIOLET, ...none, reason: REASON, ...body } });
const current = async () => ok(await call(t, "GET", "/brand")).brand;
const upload = async (file: Buffer, as = admin, name = "logo.png") =>
  send(origin, "/api/admin/brand/images", as, [{ field: "file", file, name }]);
const audited = () =>
  t.database.db.selectFrom("audit_log").selectAll().where("action", "=", "BRAND_CHANGED").orderBy("id").execute();
const reset = () => set({ ...DEFAULT_BRAND });

describe("the brand", () => {
  it("is the platform's own until an admin changes it, and the page is what it was", async () => {
    expect(await current()).toEqual({ ...DEFAULT_BRAND, changedAt: null });
    const shown = await page(t, "/");
    expect(shown.title).toMatch(/ · BBUX$/);
    expect(shown.body).not.toContain("--mantine-color-teal");
    expect(shown.body).toContain('href="/favicon.svg" type="image/svg+xml"');
    expect(shown.body).toContain("<span>BBUX</span>");
    expect(shown.facts.brand).toEqual({ name: "BBUX", logo: null });
    expect(JSON.parse((await visit(t, "/manifest.webmanifest")).body)).toEqual(
      JSON.parse(readFileSync(MANIFEST, "utf8")),
    );
  });

  it("is changed by an admin, with a reason and a fresh proof, and recorded", async () => {
    refused(await set({}, member), 403, "FORBIDDEN");
    refusesField(await set({ reason: " " }), "reason");
    await ageProofs(t, admin);
    refused(await set({}), 403, "STEP_UP_REQUIRED");
    ok(await call(t, "POST", "/auth/step-up", { as: admin, body: { password: admin.password } }));
    expect(await audited()).toEqual([]);
    const { brand } = ok(await set({}));
    expect(brand).toMatchObject({ ...VIOLET, ...none, changedAt: expect.any(String) });
    expect(await current()).toEqual(brand);
    const [entry, ...more] = await audited();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ actor_id: admin.id, reason: REASON });
    expect(entry?.details).toEqual({
      name: { from: "BBUX", to: VIOLET.name },
      accentLight: { from: DEFAULT_BRAND.accentLight, to: VIOLET.accentLight },
      accentDark: { from: DEFAULT_BRAND.accentDark, to: VIOLET.accentDark },
    });
    // Setting the same brand again changes nothing.
    ok(await set({}));
    expect((await audited()).length).toBe(1);
  });

  it("refuses colors that can't be read, and says what to do", async () => {
    const { details } = refused(await set({ accentLight: "#FFFF00" }), 422, "VALIDATION_ERROR");
    expect(details).toEqual([
      { field: "accentLight", message: expect.stringMatching(/contrast of 1\.\d\d:1 in light mode.*Use a darker one/) },
    ]);
    refusesField(await set({ accentDark: "#222222" }), "accentDark");
    refusesField(await set({ accentDark: "violet" }), "accentDark");
    for (const name of ["", " ", "x".repeat(41), "two\nlines", "zero\u200bwidth"])
      refusesField(await set({ name }), "name");
    expect((await current()).name).toBe(VIOLET.name);
  });
});

describe("a changed brand", () => {
  it("is in the first HTML: titles, previews, colors, icons, escaped", async () => {
    ok(await set({}));
    const shown = await page(t, "/login");
    expect(shown.title).toBe("Sign in · Ask & Away");
    expect(shown.description).toContain("Sign in to Ask & Away");
    expect(shown.body).toContain('<meta property="og:site_name" content="Ask &amp; Away"');
    expect(shown.body).toContain("<span>Ask &amp; Away</span>");
    // A picture that names another platform is none.
    expect(shown.body).not.toContain("og:image");
    expect(shown.body).toMatch(/:root:root:root\[data-mantine-color-scheme="light"\]\{--link:#5b21b6;/);
    expect(shown.body).toMatch(/:root:root:root\[data-mantine-color-scheme="dark"\]\{--link:#c4b5fd;/);
    expect(shown.body).toContain("--mantine-color-teal-8:#5b21b6");
    expect(shown.facts.brand).toEqual({ name: "Ask & Away", logo: null });
    expect((await page(t, "/")).content).toContain("Ask &amp; Away is a community");
    expect((await page(t, "/")).data).toContainEqual(
      expect.objectContaining({ "@type": "WebSite", name: "Ask & Away" }),
    );
  });

  it("needs nothing that the content policy refuses", async () => {
    const { headers, body } = await visit(t, "/");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect([...body.matchAll(/<script(?![^>]*(?:type="application|src=))/g)].length).toBe(1);
  });

  it("is in the manifest, the feeds, and the name that an authenticator app shows", async () => {
    const { body } = await visit(t, "/manifest.webmanifest");
    expect(JSON.parse(body)).toMatchObject({ name: "Ask & Away", short_name: "Ask & Away" });
    const feed = await visit(t, "/feeds/community.atom");
    t.travel(60_000);
    expect(feed.body).toContain("<title>Ask &amp; Away community</title>");
    // A reader that asks by date gets the new name, too, and 304 again once it has it.
    ok(await set({ name: "Elsewhere" }));
    const since = (date: unknown) => visit(t, "/feeds/community.atom", { "if-modified-since": String(date) });
    const renamed = await since("Mon, 01 Jan 2024 00:00:00 GMT");
    expect(renamed.body).toContain("<title>Elsewhere community</title>");
    expect((await since(renamed.headers["last-modified"])).statusCode).toBe(304);
    t.travel(60_000);
    ok(await set({}));
    t.travel(60_000);
    expect((await since(renamed.headers["last-modified"])).statusCode).toBe(200);
    const { uri } = ok(await call(t, "POST", "/auth/factors/totp", { as: member }));
    expect(decodeURIComponent(uri)).toContain("issuer=Ask & Away");
  });

  it("is seen by another process at once, with the default again, too", async () => {
    const log = pino({ level: "silent" });
    const [from, to] = [0, 1].map(() => createSignals({ REDIS_URL: undefined }, t.database.url, log));
    const [one, two] = [await from, await to];
    if (!one || !two) throw new Error("There are two processes");
    const apps = [one, two].map((signals) => createTestApp({ database: t.database, signals }));
    try {
      const [first, second] = await Promise.all(apps);
      ok(await reset());
      expect((await second?.services.brand.current())?.name).toBe("BBUX");
      const heard = new Promise<void>((resolve) => two.subscribe("brand", "brand", resolve));
      const body = { ...VIOLET, ...none, reason: REASON };
      if (first) ok(await call(first, "PUT", "/admin/brand", { as: admin, body }));
      await heard;
      expect((await second?.services.brand.current())?.name).toBe(VIOLET.name);
    } finally {
      for (const app of apps) await (await app).close();
      for (const signals of [one, two]) await signals.close();
    }
  });
});

describe("an image of the brand", () => {
  it("is stored as a PNG of 512 pixels, all of it, and is in pages, previews, manifest and icons", async () => {
    const { status, body } = await upload(await image("jpeg", { width: 400, height: 100 }));
    expect(status, JSON.stringify(body)).toBe(200);
    const key = String(body.key);
    const path = `/brand/${key}.png`;
    const file = await visit(t, path);
    expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(file.headers["content-security-policy"]).toContain("default-src 'none'");
    const facts = await sharp(file.rawPayload).metadata();
    expect(facts).toMatchObject({ format: "png", width: 512, height: 512, hasAlpha: true });
    ok(await set({ logo: key }));
    const shown = await page(t, "/");
    expect(shown.body).toContain(`<link rel="icon" href="${path}" type="image/png" sizes="512x512" />`);
    expect(shown.body).toContain(`<img src="${path}" width="28" height="28" alt="" />`);
    expect(shown.body).toContain(`<meta property="og:image" content="${ORIGIN}${path}"`);
    expect(shown.body).not.toContain("favicon.svg");
    expect(JSON.parse((await visit(t, "/manifest.webmanifest")).body).icons).toEqual([
      { src: path, sizes: "512x512", type: "image/png", purpose: "any" },
    ]);
    ok(await set({}));
    expect((await page(t, "/")).body).toContain("favicon.svg");
  });

  it("is refused unless it is an image, small enough, and an admin's", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await upload(svg, admin, "logo.svg")).toMatchObject({
      status: 415,
      body: { code: "UNSUPPORTED_MEDIA_TYPE", error: "Upload a PNG, JPEG, WebP, GIF or AVIF image" },
    });
    expect(await upload(padded(await image("png"), 2 * MiB + 1))).toMatchObject({
      status: 413,
      body: { code: "PAYLOAD_TOO_LARGE", error: "The image must be smaller than 2 MB" },
    });
    expect(await upload(await image("png"), member)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    refusesField(await set({ logo: "0".repeat(32) }), "logo");
    refusesField(await set({ favicon: "../../etc/passwd" }), "favicon");
  });

  it("that the brand no longer names is gone after a day; what it names stays", async () => {
    const first = String((await upload(await image("png", { width: 10, height: 10 }))).body.key);
    const second = String((await upload(await image("png", { width: 20, height: 10 }))).body.key);
    ok(await set({ logo: first }));
    ok(await set({ logo: second }));
    const found = async (key: string) => (await visit(t, `/brand/${key}.png`)).statusCode;
    expect([await found(first), await found(second)]).toEqual([200, 200]);
    t.travel(25 * 3_600_000);
    ok(await call(t, "POST", "/auth/step-up", { as: admin, body: { password: admin.password } }));
    ok(await set({ logo: second, name: "Another" }));
    expect([await found(first), await found(second)]).toEqual([404, 200]);
    expect(await found("nothing")).toBe(404);
  });
});
