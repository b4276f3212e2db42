/** @module-tag proof */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { failure } from "@bbux/contract";
import { createTestDatabase } from "@bbux/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { freePort } from "../../../../tooling/launch/free-ports.mjs";
import { EnvError, readEnv } from "../env.ts";
import { freshAddress } from "./money/outside.ts";
import { Platform, type Resident } from "./money/platform.ts";
import { fetchAs, processesOf } from "./roles.support.ts";
import { held } from "./wallet.support.ts";

// One process answers requests and another does the work, as on several machines.

const SOL = 1_000_000_000n;

let platform: Platform;
let resident: Resident;
let origin: string;
let processes: ReturnType<typeof processesOf>;
let workerAddress = "";
/** Each process writes its mails to a folder of its own. */
const mailsOf = (role: string) => {
  const outbox = join(processes.folderOf(role), "outbox");
  if (!existsSync(outbox)) return [];
  return readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
};

beforeAll(async () => {
  platform = await Platform.start(1, { database: await createTestDatabase(), env: {} });
  const [first] = platform.residents;
  if (!first) throw new Error("There is no member");
  resident = first;
  processes = processesOf(platform);
  origin = `http://127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await processes.stop();
  await platform.stop();
});

const begin = (ROLE: "web" | "worker") =>
  processes.begin(ROLE, { ROLE, PUBLIC_ORIGIN: origin, ...(ROLE === "web" && { PORT: new URL(origin).port }) });

const call = (address: string, method: "GET" | "POST", path: string, body?: object) =>
  fetchAs(resident.member, address, method, path, body);

async function pay(lamports: bigint): Promise<void> {
  const payments = [{ to: resident.address, lamports }];
  const { bytes } = resident.outsider.pay(payments, await platform.truth.latestBlockhash());
  await platform.truth.send(bytes);
}

const wallet = async () =>
  z.object({ bbuxBalance: z.string() }).parse(JSON.parse((await call(origin, "GET", "/api/wallet")).body));

describe("a process with ROLE=web and one with ROLE=worker", () => {
  it("answer requests and do the work: what the first queues, mails, pays and credits, the second does", async () => {
    const web = await begin("web");
    expect(web.said).toContain("Web app");
    expect((await call(origin, "GET", "/api/health/ready")).status).toBe(200);
    const { email } = resident.member;
    expect((await call(origin, "POST", "/api/auth/forgot-password", { email })).status).toBe(200);
    await pay(5n * SOL);

    const worker = await begin("worker");
    workerAddress = worker.address;
    expect(worker.said).toContain(`is running in development as a worker`);
    expect(worker.said).not.toContain("Web app");
    await expect.poll(() => mailsOf("worker").some((mail) => mail.includes(email))).toBe(true);
    expect(mailsOf("web")).toEqual([]);
    await expect.poll(wallet).toEqual({ bbuxBalance: "5" });

    const destinationAddress = freshAddress();
    const asked = await call(origin, "POST", "/api/wallet/withdraw", { amount: "1", destinationAddress });
    expect(asked.status, asked.body).toBe(200);
    await expect.poll(() => held(platform, destinationAddress)).toBe(970_000_000n);
    await platform.rest();
  });

  it("a worker shows its health and metrics, and nothing else", async () => {
    const address = workerAddress;
    expect(address).not.toBe(origin);
    const status = async (path: string) => (await call(address, "GET", path)).status;
    expect(await status("/api/health/live")).toBe(200);
    expect(await status("/api/health/ready")).toBe(200);
    expect((await call(address, "GET", "/api/metrics")).body).toContain("bbux_release_info");
    for (const path of ["/", "/api/posts", "/api/wallet", "/api/trpc/posts.list", "/uploads/x.png"]) {
      const { status: code, body } = await call(address, "GET", path);
      expect([path, code, failure.parse(JSON.parse(body)).code]).toEqual([path, 404, "NOT_FOUND"]);
    }
  });

  it.each(["web", "worker"])("%s refuses to start with parts of its own", (ROLE) => {
    const shared = {
      DATABASE_URL: "postgres://bbux@db/bbux",
      SOLANA_RPC_URL: "https://node.example",
      SIGNER_SOCKET: "/run/bbux/sock",
      SESSION_SECRET: "a secret for tests, 32 characters",
      PUBLIC_ORIGIN: "https://bbux.example",
    };
    expect(readEnv({ ROLE, ...shared }).ROLE).toBe(ROLE);
    for (const name of Object.keys(shared)) {
      const without = Object.fromEntries(Object.entries(shared).filter(([each]) => each !== name));
      expect(() => readEnv({ ROLE, ...without })).toThrow(EnvError);
      expect(() => readEnv({ ROLE, ...without })).toThrow(`${name} must be set with ROLE=${ROLE}`);
    }
  });
});
