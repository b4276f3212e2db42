import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { RATE_LIMITS: "on", LEGAL_EMAIL: "law@bbux.test" } });
});
afterAll(() => t.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: "GET", url: `/api${path}`, headers });

/** A document says `%PDF-` at its beginning and `%%EOF` at its end. */
async function expectPdf(path: string, name: string): Promise<Buffer> {
  const answer = await get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/pdf");
  expect(answer.headers["content-disposition"]).toBe(`inline; filename="${name}"`);
  expect(answer.rawPayload.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(answer.rawPayload.subarray(-8).toString("latin1")).toContain("%%EOF");
  return answer.rawPayload;
}

describe("PDFs of the documentation, without a session", () => {
  it(
    "gives the platform page [M2.39]",
    async () => void (await expectPdf("/docs/platform.pdf", "bbux-platform.pdf")),
    120_000,
  );
  it(
    "gives the user guide [M2.42]",
    async () => void (await expectPdf("/docs/user-guide.pdf", "bbux-user-guide.pdf")),
    120_000,
  );
  it(
    "gives the developer guide [M2.45]",
    async () => void (await expectPdf("/docs/developer-guide.pdf", "bbux-developer-guide.pdf")),
    120_000,
  );
  it(
    "gives the API reference [M2.48] [M2.57]",
    async () => void (await expectPdf("/docs/api-reference.pdf", "bbux-api-reference.pdf")),
    120_000,
  );
  it(
    "gives the deployment guide [M2.58]",
    async () => void (await expectPdf("/docs/deployment-guide.pdf", "bbux-deployment-guide.pdf")),
    120_000,
  );
  it(
    "gives the cookie policy [M2.61]",
    async () => void (await expectPdf("/docs/cookies.pdf", "bbux-cookies.pdf")),
    120_000,
  );
  it.each(["refund-system", "legal"])(
    "gives %s, too",
    async (slug) => void (await expectPdf(`/docs/${slug}.pdf`, `bbux-${slug}.pdf`)),
    120_000,
  );

  it("gives the terms at both addresses, the same file [M2.56] [M2.59]", async () => {
    const [one, other] = [
      await expectPdf("/terms.pdf", "bbux-terms.pdf"),
      await expectPdf("/docs/terms.pdf", "bbux-terms.pdf"),
    ];
    expect(one.equals(other)).toBe(true);
  }, 120_000);

  it("gives the privacy policy at both addresses, the same file [M2.55] [M2.60]", async () => {
    const [one, other] = [
      await expectPdf("/privacy.pdf", "bbux-privacy.pdf"),
      await expectPdf("/docs/privacy.pdf", "bbux-privacy.pdf"),
    ];
    expect(one.equals(other)).toBe(true);
  }, 120_000);

  it("answers 304 to who has the document", async () => {
    const { etag } = (await get("/docs/cookies.pdf")).headers;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = await get("/docs/cookies.pdf", { "if-none-match": String(etag) });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await get("/docs/cookies.pdf", { "if-none-match": '"another"' })).statusCode).toBe(200);
  });

  it("counts them as requests", async () => {
    const left = async () => Number((await get("/docs/cookies.pdf")).headers["x-ratelimit-remaining"]);
    const before = await left();
    expect(await left()).toBe(before - 1);
  });

  it("knows no other document", async () => {
    const answer = await get("/docs/passwd.pdf");
    expect([answer.statusCode, answer.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it("makes a document once, however many ask for it first", async () => {
    const other = await createTestApp({ database: t.database });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => other.app.inject({ method: "GET", url: "/api/docs/terms.pdf" })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    const kept = await other.services.documents.pdf("terms");
    expect(await other.services.documents.pdf("terms")).toBe(kept);
    await other.close();
  }, 120_000);

  it("prints what the operator has configured", async () => {
    const other = await createTestApp({ database: t.database, env: { LEGAL_EMAIL: "other@bbux.test" } });
    const [here, there] = [await t.services.documents.pdf("cookies"), await other.services.documents.pdf("cookies")];
    // Another address, another document: what is configured stands in it.
    expect(here.etag).not.toBe(there.etag);
    await other.close();
  }, 120_000);
});
