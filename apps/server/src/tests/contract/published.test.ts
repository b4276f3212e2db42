/** @module-tag proof */

import { execFile, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fundLocalChain, makeCheckpoint, processPayments, watchRound } from "@bbux/api";
import { startTestChain, type TestChain } from "@bbux/local-chain/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTag, createTestApp, type TestApp } from "../../testing.ts";

// Tries what docs/API.md promises like an integrator would: with the packed client, in a project outside the workspace.

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));
const CLIENT = join(ROOT, "packages", "client");
const TSC = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const guide = readFileSync(join(ROOT, "docs", "API.md"), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter((block) => block[1] === language)
    .map((block) => block[2] ?? "");

const exec = promisify(execFile);
const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
const manifest = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()),
  exports: z.unknown(),
  bin: z.record(z.string(), z.string()),
});

let t: TestApp;
let chain: TestChain;
let origin: string;
let project: string;
let workers: Promise<void>;
let over = false;

beforeAll(async () => {
  chain = await startTestChain();
  t = await createTestApp({ chainUrl: chain.url });
  await fundLocalChain(t.services);
  workers = workOnMoney();
  origin = await t.listen();
  await createTag(t.database, "money");
  project = mkdtempSync(join(tmpdir(), "bbux-integrator-"));
  await install(project);
});

afterAll(async () => {
  over = true;
  await workers;
  rmSync(project, { recursive: true, force: true });
  await t.close();
  await chain.stop();
});

/** Does the work of the jobs, which the test's app only captures. */
async function workOnMoney(): Promise<void> {
  const go = async () => !over;
  for (; !over; await sleep(100)) {
    await watchRound(t.services, async () => undefined, go);
    await processPayments(t.services);
  }
}

/** Packs the client as it would be published, and installs it with its dependencies into the project. */
async function install(into: string): Promise<void> {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  await exec("npx", ["--yes", packageManager, "pack", "--pack-destination", into], { cwd: CLIENT, env });
  const tarball = readdirSync(into).find((name) => name.endsWith(".tgz")) ?? "";
  const home = join(into, "node_modules", "@bbux", "client");
  mkdirSync(home, { recursive: true });
  await exec("tar", ["-xzf", join(into, tarball), "-C", home, "--strip-components=1"]);
  for (const name of [...Object.keys(packed(into).dependencies), "@types/node"]) {
    mkdirSync(dirname(join(into, "node_modules", name)), { recursive: true });
    symlinkSync(realpathSync(join(CLIENT, "node_modules", name)), join(into, "node_modules", name));
  }
  writeFileSync(join(into, "package.json"), JSON.stringify({ name: "integrator", type: "module" }));
}

const packed = (into: string) =>
  manifest.parse(JSON.parse(readFileSync(join(into, "node_modules/@bbux/client/package.json"), "utf8")));

/**
 * Type-checks one file as strictly as possible, including the client's declarations. tRPC's own are ignored, because they need
 * packages that a client has no use for.
 * @returns tsc's output, by line
 */
async function typeCheck(name: string, source: string): Promise<string[]> {
  writeFileSync(join(project, name), source);
  const flags = ["--strict", "--noUncheckedIndexedAccess", "--noEmit", "--pretty", "false"];
  const kind = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", "node"];
  const said = await exec(process.execPath, [TSC, ...flags, ...kind, name], { cwd: project, env }).then(
    () => "",
    (error: { stdout?: string }) => error.stdout ?? String(error),
  );
  return said.split("\n").filter((line) => line.trim() !== "" && !line.includes("node_modules/@trpc/"));
}

describe("the published client", () => {
  it("contains only its own files from the workspace and depends only on the registry", () => {
    const { dependencies, exports } = packed(project);
    expect(Object.keys(dependencies).sort()).toEqual(["@trpc/client", "@trpc/server", "openapi-fetch"]);
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d/);
    expect(exports).toMatchObject({ ".": { types: "./dist/types/index.d.ts", default: "./dist/index.js" } });
    expect(existsSync(join(project, "node_modules/@bbux/client/src"))).toBe(false);
    const bundle = readFileSync(join(project, "node_modules/@bbux/client/dist/index.js"), "utf8");
    expect(bundle).not.toMatch(/from "@bbux|from "zod"/);
  });

  it("includes the command that verifies a log, and the same for web pages, neither with further dependencies [M3.11]", async () => {
    await makeCheckpoint(t.services);
    const home = join(project, "node_modules/@bbux/client");
    const command = join(home, packed(project).bin["bbux-verify"] ?? "");
    const log = await (await fetch(`${origin}/api/transparency/log.ndjson`)).text();
    writeFileSync(join(project, "log.ndjson"), log);
    const { stdout } = await exec(process.execPath, [command, "log.ndjson"], { cwd: project, env });
    expect(stdout).toContain("The log is right");
    const forPages = readFileSync(join(home, "dist/verify.js"), "utf8");
    expect(forPages).not.toMatch(/\bfrom "|\bimport\(|\brequire\(|\bprocess\./);
    const sample =
      'import { verifyLog, type LogReport } from "@bbux/client/verify"; export const r: Promise<LogReport> = verifyLog([]);';
    expect(await typeCheck("verify.ts", sample)).toEqual([]);
  });

  it("type-checks the guide's sample outside the workspace and runs it against a live server", async () => {
    const [sample = ""] = blocks("ts");
    expect(await typeCheck("sample.ts", sample)).toEqual([]);
    const run = await exec(process.execPath, ["sample.ts"], { cwd: project, env: { ...env, ORIGIN: origin } });
    expect(JSON.parse(run.stdout)).toEqual({ title: "How?", reward: 0, others: 0 });
    expect(run.stderr.trim().split("\n")).toEqual(["signed in", "400 Insufficient balance", "signed out"]);
  });

  it("doesn't compile with a mistake", async () => {
    const mistakes = [
      ['await client.posts.list.query({ colour: "red" });', "colour"],
      ['await client.posts.create.mutate({ title: "How?" });', "content"],
      ['await client.posts.list.query({ sort: "random" });', '"random"'],
      ['(await client.posts.get.query({ id: "1" })).post.colour;', "colour"],
      ["await client.posts.burn.mutate({});", "burn"],
      ['if (isApiError(error) && error.code === "NO_SUCH_CODE") throw error;', "NO_SUCH_CODE"],
      ['await rest.GET("/nothing", {});', "/nothing"],
      ['await rest.GET("/posts/{id}", { params: { path: { id: 5 } } });', "number"],
    ] as const;
    const head = [
      'import { createClient, createRestClient, isApiError } from "@bbux/client";',
      'const client = createClient({ origin: "http://localhost" });',
      'const rest = createRestClient({ origin: "http://localhost" });',
      "declare const error: unknown;",
    ];
    const said = await typeCheck("wrong.ts", [...head, ...mistakes.map(([line]) => line), ""].join("\n"));
    for (const [index, [line, named]] of mistakes.entries()) {
      const about = said.filter((one) => one.startsWith(`wrong.ts(${head.length + index + 1},`));
      expect(about.join("\n"), line).toContain(named);
    }
  });
});

const hasCurl = ["curl", "bash"].every((name) => spawnSync(name, ["--version"]).status === 0);

describe("the guide", () => {
  it.skipIf(!hasCurl)("has shell samples that run as written, one after the other", async () => {
    const script = `set -euo pipefail\n${blocks("sh").join("\n")}`;
    const { stdout } = await exec("bash", ["-c", script], { env: { ...env, ORIGIN: origin } });
    const [failure = ""] = blocks("json");
    const lines = stdout.trim().split("\n");
    expect(lines.slice(0, 2)).toEqual(["Account created", expect.stringMatching(/^ada_\d+$/)]);
    expect(lines).toContain('data: {"unread":0,"latest":null}');
    const refusal = lines.findIndex((line) => line.startsWith("{"));
    // curl prints no line break after the failure, so the balance follows directly.
    const [body = "", balance] = (lines[refusal] ?? "").split(/(?<=\})(?=[\d.]+$)/);
    expect(JSON.parse(body)).toEqual(JSON.parse(failure));
    expect(balance).toBe("0");
    // A deposit, a withdrawal, and correct reserves.
    const credited = lines.indexOf("Deposit of 2 BBUX credited");
    expect(lines.slice(credited + 1, credited + 4)).toEqual(["completed", "-1 2", "0"]);
    const [first, again] = lines.slice(-2);
    expect(first).toMatch(/^\d+$/);
    expect(again).toBe(first);
  });
});
