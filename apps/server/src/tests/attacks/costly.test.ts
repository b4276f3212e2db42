import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, createPasswordReset, createPasswords, freezeLinkToken } from "@bbux/api";
import { RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasswordEstimates } from "../../passwords/passwords.ts";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { call, ok, type Response, refused, tally } from "../support.ts";

// Keeping the server busy, and others out of it, with what costs the sender nothing.

/** Its signs can be read as letters in millions of ways. */
const CRAFTED = "4@8({[<369&#!1/|0$5+7%2".repeat(6).slice(0, 128);
const FLOOD = 16;

describe("passwords made to take long", () => {
  let t: TestApp;
  let ada: TestMember;
  const spent = { estimates: 0, hashes: 0 };
  let estimate = async () => ({ isCommon: false, isGuessable: false });
  beforeAll(async () => {
    const { hash, verify } = createPasswords({ cost: { memoryCost: 8, timeCost: 1 } });
    t = await createTestApp({
      estimatePassword: () => {
        spent.estimates++;
        return estimate();
      },
      passwords: {
        verify,
        hash: (password) => {
          spent.hashes++;
          return hash(password);
        },
      },
    });
    ada = await t.member("ada");
  });
  beforeEach(() => Object.assign(spent, { estimates: 0, hashes: 0 }));
  afterAll(() => t.close());

  const signUp = (body: object) =>
    call(t, "POST", "/auth/signup", {
      body: { username: "eve", email: "eve@example.org", password: CRAFTED, ...body },
    });
  const flood = (send: () => Promise<Response>) => Promise.all(Array.from({ length: FLOOD }, send));

  it.each([
    ["a taken address", { email: "ADA@example.org" }, 409],
    ["a taken name", { username: "Ada" }, 409],
    ["no address", { email: "eve" }, 422],
    ["a password beyond the limit", { password: `${CRAFTED}x` }, 422],
    ["a wrong proof of work", { proofOfWork: "AAAA" }, 403],
  ] as const)("cost nothing with %s", async (_, body, status) => {
    expect(tally(await flood(() => signUp(body)))).toEqual({ [status]: FLOOD });
    expect(spent).toEqual({ estimates: 0, hashes: 0 });
  });

  it("cost nothing at a link that isn't valid, with a wrong current password, or where there is a password", async () => {
    const reset = { token: "x".repeat(43), newPassword: CRAFTED };
    refused(await call(t, "POST", "/auth/reset-password", { body: reset }), 400, "RESET_LINK_INVALID");
    const change = { currentPassword: "wrong", newPassword: CRAFTED };
    refused(await call(t, "POST", "/auth/change-password", { as: ada, body: change }), 400, "WRONG_PASSWORD");
    refused(
      await call(t, "POST", "/auth/password", { as: ada, body: { newPassword: CRAFTED } }),
      409,
      "PASSWORD_EXISTS",
    );
    expect(spent).toEqual({ estimates: 0, hashes: 0 });
  });

  it("are refused with 503, and never accepted unseen, when too many wait", async () => {
    const before = estimate;
    estimate = () => Promise.reject(new AppError("SERVICE_UNAVAILABLE"));
    try {
      for (const response of await flood(() => signUp({}))) {
        refused(response, 503, "SERVICE_UNAVAILABLE");
        expect(response.headers["retry-after"]).toBe("2");
      }
      expect(spent).toEqual({ estimates: FLOOD, hashes: 0 });
    } finally {
      estimate = before;
    }
    ok(await signUp({}));
  });
});

describe("the process that estimates passwords", () => {
  /** A program in place of the estimator. */
  async function withProgram(code: string, run: (file: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "bbux-passwords-"));
    const file = join(folder, "program.mjs");
    await writeFile(
      file,
      `process.on("disconnect", () => process.exit()); process.on("message", async ({ id }) => { ${code} });`,
    );
    await run(file).finally(() => rm(folder, { recursive: true }));
  }
  const GOOD = { isCommon: false, isGuessable: false };
  const ANSWER = `process.send({ id, ...${JSON.stringify(GOOD)} });`;
  const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

  it("lets so many wait and refuses one more", () =>
    withProgram(ANSWER, async (file) => {
      const judge = createPasswordEstimates({ file, waiting: 2 });
      const asked = await Promise.all(Array.from({ length: 5 }, () => judge(CRAFTED, []).catch(codeOf)));
      expect(asked).toEqual([GOOD, GOOD, GOOD, "SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"]);
    }));

  it("gives up a password that it takes too long for or that ends it, and goes on with the next", () =>
    withProgram(
      `const { existsSync, writeFileSync } = await import("node:fs"); const mark = import.meta.filename + ".mark";
       if (!existsSync(mark)) { writeFileSync(mark, ""); process.exit(1); } ${ANSWER}`,
      async (file) => {
        const judge = createPasswordEstimates({ file });
        expect(await judge(CRAFTED, []).catch(codeOf)).toBe("SERVICE_UNAVAILABLE");
        expect(await judge(CRAFTED, [])).toEqual(GOOD);
      },
    ));

  it("has none of our environment", () =>
    withProgram(
      "process.send({ id, isCommon: false, isGuessable: Object.keys(process.env).length > 0 });",
      async (file) => {
        expect(await createPasswordEstimates({ file })(CRAFTED, [])).toEqual(GOOD);
      },
    ));

  it("estimates a crafted password, and knows common ones", async () => {
    const judge = createPasswordEstimates();
    expect(await judge(CRAFTED, [])).toEqual(GOOD);
    expect(await judge("PassWord", [])).toEqual({ isCommon: true, isGuessable: true });
  });
});

describe("networks of one provider", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp({ env: { RATE_LIMITS: "on" } });
    ok(await post("signup", { username: "ada", email: "ada@example.org", password: TEST_PASSWORD }, "192.0.2.1"));
  });
  afterAll(() => t.close());
  const post = (path: string, payload: object, remoteAddress: string) =>
    t.app.inject({ method: "POST", url: `/api/auth/${path}`, payload, remoteAddress });

  /** The networks of a region, and addresses in them whose own allowances last. */
  const hosts = {
    "/48": (nth: number) => `2001:db8:7:${(nth % 20).toString(16)}${nth.toString(16).padStart(2, "0").slice(-2)}::1`,
    "/20": (nth: number) => `198.51.${96 + (nth % 16)}.${1 + Math.floor(nth / 16)}`,
  };
  const beyond = { "/48": "2001:db8:8::1", "/20": "198.51.112.1" };

  it.each([
    ["sign up", "signup", 409, "/48", RATE_LIMITS.accountRegion.minute],
    ["ask for mails with a link", "forgot-password", 200, "/20", RATE_LIMITS.accountRegion.minute],
    ["fail to sign in", "login", 401, "/48", RATE_LIMITS.signInRegion.minute],
  ] as const)("%s together no more often than a region may", async (_, path, status, region, most) => {
    const body = (nth: number) => ({
      email: path === "signup" ? "ada@example.org" : `nobody${nth}@example.org`,
      ...(path === "signup" && { username: "another" }),
      ...(path !== "forgot-password" && { password: `${TEST_PASSWORD}${nth}` }),
    });
    const answers = [];
    for (let nth = 0; nth < most + 3; nth++) answers.push(await post(path, body(nth), hosts[region](nth)));
    expect(tally(answers)).toEqual({ [status]: most, 429: 3 });
    expect((await post(path, body(most + 3), beyond[region])).statusCode).toBe(status);
  });
});

describe("a flood from the owner's own address", () => {
  const most = RATE_LIMITS.link.minute;
  const tries = (send: () => Promise<Response>, times = most + 2) =>
    Promise.all(Array.from({ length: times }, send)).then(tally);

  it.each([
    ["freezes the account", "/auth/freeze-by-link"],
    ["sets a new password", "/auth/reset-password"],
  ] as const)("doesn't use up the link that %s", async (_, path) => {
    const t = await createTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const ada = await t.member("ada");
      const now = t.services.now();
      const reset = await createPasswordReset(t.database.db, ada.email, now);
      const token = path === "/auth/reset-password" ? (reset?.token ?? "") : freezeLinkToken(t.services, ada.id, now);
      const use = (given: string) =>
        call(t, "POST", path, { body: { token: given, newPassword: "three unlikely words" } });
      const account = { username: "ada", email: ada.email, password: TEST_PASSWORD };
      const refusals = await tries(() => call(t, "POST", "/auth/signup", { body: account }), 15);
      expect(refusals[429]).toBeGreaterThan(0);
      expect((await tries(() => use("x".repeat(43))))[429]).toBe(2);
      ok(await use(token));
    } finally {
      await t.close();
    }
  });
});
