import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endDemo, operator } from "@bbux/api/operator";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readEnv } from "../env.ts";
import { start } from "../start.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { codeOf } from "./second-factor.support.ts";

const dataDir = mkdtempSync(join(tmpdir(), "bbux-demo-start-"));
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const PRODUCTION = {
  NODE_ENV: "production",
  // As all tests on this PostgreSQL, because the passwords of its logins follow from it.
  SESSION_SECRET: "a secret for tests, 32 characters",
  PLATFORM_WALLET_SECRET: JSON.stringify([...Keypair.generate().secretKey]),
  PUBLIC_ORIGIN: "https://bbux.example",
};

/** Starts the product on the database with the demo. @returns what the operator reads */
async function begin(settings: Record<string, string>) {
  const lines: string[] = [];
  const env = readEnv({
    DATABASE_URL: t.database.url,
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: "0",
    LOCAL_CHAIN_PORT: "0",
    LOG_LEVEL: "silent",
    ...settings,
  });
  const running = await start(
    env,
    join(dataDir, "no-web"),
    (line) => lines.push(line),
    () => undefined,
  );
  return { said: lines.join("\n"), ...running };
}

const REFUSAL =
  /^This database has the demo community, whose password is public: .*maren \(admin\).*npm run cli -- demo end/;

/** What these tests read of a response. */
const responseBody = z.object({
  code: z.string().optional(),
  details: z.unknown().optional(),
  token: z.string().optional(),
  transactionId: z.string().optional(),
  user: z.object({ id: z.string(), emailVerified: z.boolean(), frozen: z.boolean() }).optional(),
});

describe("a start with the demo", () => {
  let demo: Awaited<ReturnType<typeof begin>>;
  beforeAll(async () => {
    demo = await begin({
      DEMO: "on",
      // As everywhere in tests, a busy machine isn't a reason to refuse.
      NODE_ENV: "test",
      SESSION_SECRET: PRODUCTION.SESSION_SECRET,
      PLATFORM_WALLET_SECRET: PRODUCTION.PLATFORM_WALLET_SECRET,
    });
  });
  afterAll(() => demo.stop());

  /** What the operator reads about the member of whom it says this. */
  function printed(what: RegExp): { readonly email: string; readonly password: string; readonly line: string } {
    const [line = "", ...more] = demo.said.split("\n").filter((each) => what.test(each));
    expect(more).toEqual([]);
    const email = /\S+@\S+/.exec(line)?.[0] ?? "";
    return { email, password: /password for all: (\S+)/.exec(demo.said)?.[1] ?? "", line };
  }
  async function send(path: string, body: object, token?: string) {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${demo.address}/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: responseBody.parse(await response.json()) };
  }

  it("prints a member whose authenticator key gives the codes that the password alone isn't enough without", async () => {
    const { email, password, line } = printed(/authenticator key/);
    const key = /authenticator key ([A-Z2-7]+)$/.exec(line)?.[1] ?? "";
    expect(await send("/auth/login", { email, password })).toMatchObject({
      status: 401,
      body: { code: "SECOND_FACTOR_REQUIRED", details: { proofs: expect.arrayContaining(["totp"]) } },
    });
    expect((await send("/auth/login", { email, password, code: codeOf(key) })).status).toBe(200);
  });

  it("prints a member who hasn't confirmed the address, and may ask one question without a bounty", async () => {
    const { email, password } = printed(/email not confirmed/);
    const { status, body } = await send("/auth/login", { email, password });
    expect([status, body.user]).toMatchObject([200, { emailVerified: false }]);
    const question = { title: "Where do I begin?", content: "I'm new here.", tags: ["postgresql"] };
    const bounty = { hasBounty: true, bountyAmount: 0.5, bountyDuration: 1 };
    const asked = [await send("/posts", { ...question, ...bounty }, body.token)];
    asked.push(await send("/posts", question, body.token), await send("/posts", question, body.token));
    expect(asked.map(({ status: each, body: { code } }) => [each, code])).toEqual([
      [403, "EMAIL_UNVERIFIED"],
      [200, undefined],
      [403, "EMAIL_UNVERIFIED"],
    ]);
  });

  it("prints a member whose account is frozen, and who needs a new password", async () => {
    const { email, password } = printed(/account frozen/);
    const { status, body } = await send("/auth/login", { email, password });
    expect([status, body.code]).toEqual([403, "ACCOUNT_FROZEN"]);
  });
});

describe("a start over demo data", () => {
  it("is refused in production, with the accounts and the command that closes them", async () => {
    await expect(begin(PRODUCTION)).rejects.toThrow(REFUSAL);
  });

  it("is refused with a real chain", async () => {
    await expect(
      begin({ PLATFORM_WALLET_SECRET: PRODUCTION.PLATFORM_WALLET_SECRET, SOLANA_RPC_URL: "http://127.0.0.1:9" }),
    ).rejects.toThrow(REFUSAL);
  });

  it("works in production once the demo has ended, and says how to make the first admin", {
    tags: "proof",
  }, async () => {
    await endDemo(operator(t.database.db));
    const { address, said, stop } = await begin(PRODUCTION);
    try {
      expect(address).toBe(PRODUCTION.PUBLIC_ORIGIN);
      expect(said).toContain("Or sign up in the web app, then run npm run cli -- grant-role <username> admin");
      expect(said).toMatch(new RegExp(`^ {2}${PRODUCTION.PUBLIC_ORIGIN}/setup#token=[\\w-]{43}$`, "m"));
      expect(said).not.toContain("demo-password");
    } finally {
      await stop();
    }
  });
});
