import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { RATE_LIMITS: "on", LEGAL_EMAIL: "law@bbux.test" } });
});
afterAll(() => t.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: "GET", url: `/api${path}`, headers });

/** A PDF begins with `%PDF-` and ends with `%%EOF`. */
async function expectPdf(path: string, name: string): Promise<Buffer> {
  const answer = await get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/pdf");
  expect(answer.headers["content-disposition"]).toBe(`inline; filename="${name}"`);
  expect(answer.rawPayload.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(answer.rawPayload.subarray(-8).toString("latin1")).toContain("%%EOF");
  return answer.rawPayload;
}

describe("the documentation's PDFs, without a session,", () => {
  it(
    "include the platform page [M2.39]",
    { tags: "proof", timeout: 120_000 },
    async () => void (await expectPdf("/docs/platform.pdf", "bbux-platform.pdf")),
  );
  it(
    "include the user guide [M2.42]",
    { tags: "proof", timeout: 120_000 },
    async () => void (await expectPdf("/docs/user-guide.pdf", "bbux-user-guide.pdf")),
  );
  it(
    "include the developer guide [M2.45]",
    { tags: "proof", timeout: 120_000 },
    async () => void (await expectPdf("/docs/developer-guide.pdf", "bbux-developer-guide.pdf")),
  );
  it(
    "include the API reference [M2.48] [M2.57]",
    { tags: "proof", timeout: 120_000 },
    async () => void (await expectPdf("/docs/api-reference.pdf", "bbux-api-reference.pdf")),
  );
  it(
    "include the deployment guide [M2.58]",
    { tags: "proof", timeout: 120_000 },
    async () => void (await expectPdf("/docs/deployment-guide.pdf", "bbux-deployment-guide.pdf")),
  );
  it(
    "include the cookie policy [M2.61]",
    { tags: "proof", timeout: 120_000 },
    async () => void (await expectPdf("/docs/cookies.pdf", "bbux-cookies.pdf")),
  );
  it.each(["refund-system", "legal"])(
    "include %s, too",
    { tags: "proof", timeout: 120_000 },
    async (slug) => void (await expectPdf(`/docs/${slug}.pdf`, `bbux-${slug}.pdf`)),
  );

  it("include the terms at both addresses as the same file [M2.56] [M2.59]", async () => {
    const [one, other] = [
      await expectPdf("/terms.pdf", "bbux-terms.pdf"),
      await expectPdf("/docs/terms.pdf", "bbux-terms.pdf"),
    ];
    expect(one.equals(other)).toBe(true);
  });

  it("include the privacy policy at both addresses as the same file [M2.55] [M2.60]", { tags: "proof" }, async () => {
    const [one, other] = [
      await expectPdf("/privacy.pdf", "bbux-privacy.pdf"),
      await expectPdf("/docs/privacy.pdf", "bbux-privacy.pdf"),
    ];
    expect(one.equals(other)).toBe(true);
  });

  it("return 304 to clients that have the document", async () => {
    const { etag } = (await get("/docs/cookies.pdf")).headers;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = await get("/docs/cookies.pdf", { "if-none-match": String(etag) });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await get("/docs/cookies.pdf", { "if-none-match": '"another"' })).statusCode).toBe(200);
  });

  it("count as requests", async () => {
    const left = async () => Number((await get("/docs/cookies.pdf")).headers["x-ratelimit-remaining"]);
    const before = await left();
    expect(await left()).toBe(before - 1);
  });

  it("don't include any other document", async () => {
    const answer = await get("/docs/passwd.pdf");
    expect([answer.statusCode, answer.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it("are made once, however many clients request one for the first time, and contain the operator's configuration", {
    tags: "proof",
  }, async () => {
    const other = await createTestApp({ database: t.database, env: { LEGAL_EMAIL: "other@bbux.test" } });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => other.app.inject({ method: "GET", url: "/api/docs/cookies.pdf" })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    const kept = await other.services.documents.pdf("cookies");
    expect(await other.services.documents.pdf("cookies")).toBe(kept);
    // A different address makes a different document, because the configuration is printed in it.
    expect((await t.services.documents.pdf("cookies")).etag).not.toBe(kept.etag);
    await other.close();
  });
});
