import { setTimeout as sleep } from "node:timers/promises";
import { ERROR_CODES, ERRORS, failure } from "@bbux/contract";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { createPagesApp } from "./html.support.ts";
import { call, HOST, ok, refused } from "./support.ts";

let t: TestApp;
let ada: TestMember;
const lines: string[] = [];
beforeAll(async () => {
  const logger = pino(
    { level: "info", redact: ["req.headers.authorization", "req.headers.cookie"] },
    { write: (line: string) => lines.push(line) },
  );
  t = await createTestApp({ logger });
  ada = await t.member("ada");
});
afterAll(() => t.close());
afterEach(() => vi.restoreAllMocks());

describe("an unforeseen failure", () => {
  /** Simulates a forgotten migration: a table that the code needs doesn't exist. */
  async function withoutTags(work: () => Promise<void>): Promise<void> {
    await t.database.ownerDb.schema.alterTable("tags").renameTo("tags_away").execute();
    try {
      await work();
    } finally {
      await t.database.ownerDb.schema.alterTable("tags_away").renameTo("tags").execute();
    }
  }

  it("returns a 500 with the documented body and no trace of SQL, through REST [M8.24 C7.68]", async () => {
    await withoutTags(async () => {
      for (const path of ["/tags", "/v1/tags"]) {
        const body = refused(await call(t, "GET", path), 500, "INTERNAL_ERROR");
        expect(body).toEqual({
          success: false,
          error: "Something went wrong on our side. Please try again.",
          code: "INTERNAL_ERROR",
        });
      }
    });
  });

  it("returns the same through tRPC, single and in a batch [M8.24]", async () => {
    await withoutTags(async () => {
      const single = await t.app.inject({ url: "/api/trpc/tags.list?input=%7B%7D" });
      expect(single.statusCode).toBe(500);
      const batch = await t.app.inject({ url: "/api/trpc/tags.list,stats.get?batch=1&input=%7B%220%22%3A%7B%7D%7D" });
      expect(batch.statusCode).toBe(207);
      for (const error of [single.json().error, batch.json()[0].error]) {
        expect(error.message).toBe("Something went wrong on our side. Please try again.");
        expect(error.data).toEqual({
          code: "INTERNAL_ERROR",
          httpStatus: 500,
          error: "Something went wrong on our side. Please try again.",
        });
      }
      expect(single.body + batch.body).not.toMatch(/relation|tags_away|does not exist|select|\.ts|node_modules|stack/i);
    });
  });

  it("is logged with its cause and the request's id", async () => {
    lines.length = 0;
    await withoutTags(async () => {
      const { headers } = await call(t, "GET", "/tags");
      const logged = lines.find((line) => line.includes("request failed"));
      expect(logged).toContain('relation \\"tags\\" does not exist');
      expect(logged).toContain(String(headers["x-request-id"]));
    });
  });
});

describe("a dependency that is down", () => {
  it("returns 503 with Retry-After, whatever the driver calls it [C7.68]", async () => {
    const codes = ["ECONNREFUSED", "ECONNRESET", "57P01", "57P03", "53300", "57014", "40P01", "40001", "55P03"];
    const lost = [
      "timeout exceeded when trying to connect",
      "Connection terminated unexpectedly",
      "Client has encountered a connection error and is not queryable",
    ];
    const errors = [
      ...codes.map((code) => Object.assign(new Error("connect failed at 10.0.0.1:5432"), { code })),
      ...lost.map((message) => new Error(message)),
    ];
    for (const error of errors) {
      vi.spyOn(t.services.db, "selectFrom").mockImplementation(() => {
        throw error;
      });
      const response = await call(t, "GET", "/tags");
      const body = refused(response, 503, "SERVICE_UNAVAILABLE");
      expect(body.error).toBe(ERRORS.SERVICE_UNAVAILABLE.message);
      expect(response.headers["retry-after"]).toBe("2");
      vi.restoreAllMocks();
    }
  });

  it("makes the process not ready but keeps it alive [C7.68]", async () => {
    const down = await createTestApp();
    expect((await call(down, "GET", "/health/ready")).json()).toEqual({ status: "ok" });
    await down.database.drop();
    // For a second, an answer stands.
    down.travel(1_000);
    expect((await call(down, "GET", "/health/live")).json()).toEqual({ status: "ok" });
    refused(await call(down, "GET", "/health/ready"), 503, "SERVICE_UNAVAILABLE");
    await down.app.close();
  });
});

describe("a refusal", () => {
  it("has a code from a closed list, each with one status and a message [C7.67 C7.68 M8.19]", () => {
    const statuses = [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 431, 500, 503];
    expect([...new Set(Object.values(ERRORS).map(({ status }) => status))].sort()).toEqual(statuses);
    for (const code of ERROR_CODES) expect(ERRORS[code].message).toMatch(/\S/);
    expect(failure.safeParse({ success: false, error: "x", code: "MADE_UP" }).success).toBe(false);
  });

  it("returns 400 for a rule, 401 without a session, 403 without permission, 404 if not found, and 409 for a conflict [M8.20 M8.21 M8.22 M8.23 C7.68]", async () => {
    const wrong = { currentPassword: "not the one", newPassword: TEST_PASSWORD };
    refused(await call(t, "POST", "/auth/change-password", { as: ada, body: wrong }), 400, "WRONG_PASSWORD");
    refused(await call(t, "GET", "/auth/me"), 401, "UNAUTHENTICATED");
    const foreign = { cookie: "bbux_session=x", host: HOST, origin: "http://evil.example" };
    refused(await call(t, "POST", "/auth/logout", { headers: foreign }), 403, "CSRF_REJECTED");
    refused(await call(t, "GET", "/posts/1"), 404, "NOT_FOUND");
    const again = { username: "ada", email: "a@x.org", password: TEST_PASSWORD };
    refused(await call(t, "POST", "/auth/signup", { body: again }), 409, "USERNAME_TAKEN");
  });
});

describe("the log", () => {
  it("has one line per response, without passwords or tokens", async () => {
    lines.length = 0;
    const body = { email: ada.email, password: TEST_PASSWORD };
    const { token, refreshToken } = ok(await call(t, "POST", "/auth/login?token=secret-in-query", { body }));
    ok(await call(t, "GET", "/auth/me", { headers: { authorization: `Bearer ${token}`, cookie: "bbux_session=zzz" } }));
    const log = lines.join("");
    expect(lines.filter((line) => line.includes('"answered"'))).toHaveLength(2);
    expect(JSON.parse(lines.at(-1) ?? "{}")).toMatchObject({ method: "GET", url: "/api/auth/me", status: 200 });
    for (const secret of [token, refreshToken, TEST_PASSWORD, "secret-in-query", "zzz"])
      expect(log).not.toContain(secret);
  });
});

describe("an overloaded process", () => {
  it("isn't one that stalled for less than is allowed, even if the lag wasn't measured meanwhile", async () => {
    // The guard's timer alone stands still; the measure of the lag goes on.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const guarded = await createPagesApp({});
      vi.advanceTimersByTime(900);
      // Timers fire in their order, so the lag has been measured by then.
      await sleep(30);
      vi.advanceTimersByTime(1_200);
      ok(await call(guarded, "GET", "/tags"));
      await guarded.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it("refuses calls with 503, but not pages, files, or the liveness check, and recovers", {
    tags: "proof",
  }, async () => {
    const busy = await createPagesApp({ TIMEOUT_FACTOR: "1" });
    const status = async (url: string) => (await busy.app.inject({ url })).statusCode;
    try {
      expect(await status("/api/tags")).toBe(200);
      // The measure is the mean lag over a second, where a single long lag among many short ones disappears.
      let refusals = 0;
      for (let turn = 0; turn < 6 && refusals === 0; turn++) {
        const until = Date.now() + 2_000;
        while (Date.now() < until);
        if ((await status("/api/tags")) === 503) refusals++;
      }
      expect(refusals).toBe(1);
      const refusal = await call(busy, "GET", "/tags");
      expect(refusal.headers["retry-after"]).toBe("2");
      expect(await Promise.all(["/og.png", "/community", "/api/health/live"].map(status))).toEqual([200, 200, 200]);
      await expect.poll(() => status("/api/tags")).toBe(200);
    } finally {
      await busy.close();
    }
  });
});
