import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cosignCheckpoint } from "@bbux/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import { type Books, startBooks } from "./transparency.support.ts";
import { startWitness, type TestWitness } from "./transparency.witness.ts";

const COMMAND = fileURLToPath(new URL("../../../../packages/client/src/bin/verify.ts", import.meta.url));

let books: Books;
let witness: TestWitness;
let origin: string;
let lines: string[];
let dir: string;
beforeAll(async () => {
  const log = () => ({ origin: "localhost/log", key: books.t.wallet.checkpointKey() });
  witness = await startWitness("witness.example/w1", log);
  books = await startBooks({ LOG_WITNESSES: witness.setting });
  dir = mkdtempSync(join(tmpdir(), "bbux-verify-"));
  for (let day = 0; day < 2; day++) {
    await books.live();
    await books.nextDay();
  }
  lines = await books.download();
  origin = await books.t.listen();
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await books.t.close();
  await witness.close();
});

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}
const log = (name: string, content: readonly string[]) => file(name, `${content.join("\n")}\n`);

function verify(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
    child.stdin?.end();
  });
}

describe("bbux-verify, here `npm run verify -- log.ndjson`", () => {
  it("says that a log is right, what it adds up to and who signed it, and exits with 0 [M3.11]", async () => {
    const key = books.t.services.platformWallet.checkpointKey();
    const { code, out, err } = await verify(log("right.ndjson", lines), "--key", key);
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toContain("The log is right: 18 entries");
    expect(out).toContain("2 checkpoints");
    expect(out).toMatch(/ {2}treasury +1\n/);
    expect(out).toContain(key);
  });

  it("names the first bad entry and its problem, and exits with 1 [M3.11]", async () => {
    const at = lines.findIndex((line) => line.includes('"seq":5,'));
    const bad = lines.with(at, (lines[at] ?? "").replace(/"amount":"[^"]+"/, '"amount":"77"'));
    const { code, out } = await verify(log("bad.ndjson", bad));
    expect(code).toBe(1);
    expect(out).toMatch(
      new RegExp(`The log is wrong\\. Line ${at + 1}\\. Entry 5: it says something else than what was sealed`),
    );
    expect(out).toContain("What comes before it (4 entries) is right");
  });

  it("compares the log with a saved checkpoint, and its parts with each other [M3.11]", async () => {
    const { checkpoints } = ok(await call(books.t, "GET", "/transparency/checkpoints"));
    const kept = file("kept.json", JSON.stringify({ checkpoints }));
    const parts = await Promise.all([books.download("?limit=7"), books.download("?after=7")]);
    const paths = parts.map((part, nth) => log(`part${nth}.ndjson`, part));
    expect(await verify(...paths, "--checkpoint", kept)).toMatchObject({ code: 0 });
    expect(await verify(...paths.toReversed())).toMatchObject({ code: 1, out: expect.stringContaining("comes first") });
    const forged = [{ ...checkpoints[0], hash: "0".repeat(64) }];
    const wrong = await verify(...paths, "--checkpoint", file("forged.json", JSON.stringify(forged)));
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining("is not what the signed text says") });
  });

  it("says what a member's proof proves, without a log or with one, and refuses what they know is otherwise [M3.10 M3.11]", {
    tags: "proof",
  }, async () => {
    const member = await books.t.member("owed", { balance: 1_500_000_000n });
    await books.nextDay();
    const answer = ok(await call(books.t, "GET", "/transparency/proof", { as: member }));
    const { address, code } = answer;
    const proof = file("proof.json", JSON.stringify(answer));
    const right = await verify("--proof", proof, "--address", address, "--code", code, "--available", "1.50");
    expect(right.err).toBe("");
    expect(right.code).toBe(0);
    expect(right.out).toMatch(
      new RegExp(
        `You are in\\. At the end of [\\d-]+, the platform signed that it owes ${address}:\\n  available +1\\.5\\n`,
      ),
    );
    const json = await verify("--proof", proof, "--json");
    expect(JSON.parse(json.out)).toMatchObject({ proof: { ok: true, included: true, amount: "1.5", address } });
    const whole = log("whole.ndjson", await books.download());
    expect(await verify(whole, "--proof", proof)).toMatchObject({
      code: 0,
      out: expect.stringContaining("You are in"),
    });
    const forged = { ...answer.proof.checkpoint, body: answer.proof.checkpoint.body.replace("seq", "seq 1") };
    const other = file("other.json", JSON.stringify({ ...answer, proof: { ...answer.proof, checkpoint: forged } }));
    expect(await verify(whole, "--proof", other)).toMatchObject({ code: 1 });
    for (const [args, name] of [
      [["--address", answer.proof.checkpoint.root.slice(0, 40)], "address"],
      [["--code", "what I have chosen"], "code"],
      [["--staked", "3"], "amounts"],
    ] as const) {
      const wrong = await verify("--proof", proof, ...args);
      expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining(`The proof is wrong (${name})`) });
    }
    expect(await verify("--proof", proof, "--staked", "x")).toMatchObject({ code: 2 });
  });

  it("says that an address isn't in the tree, which is fine only for a member who knows they had nothing [M3.10 M3.11]", async () => {
    const broke = await books.t.member("broke");
    await books.nextDay();
    const proof = file(
      "absent.json",
      JSON.stringify(ok(await call(books.t, "GET", "/transparency/proof", { as: broke }))),
    );
    const absent = await verify("--proof", proof);
    expect(absent).toMatchObject({ code: 1, out: expect.stringContaining("the platform left you out") });
    expect(await verify("--proof", proof, "--available", "0")).toMatchObject({ code: 0 });
    const left = await verify("--proof", proof, "--in-escrow", "4");
    expect(left).toMatchObject({ code: 1, out: expect.stringContaining("The proof is wrong (omitted)") });
  });

  it("downloads a platform's log by its address, in parts, and verifies it on the way [M3.11]", {
    tags: "proof",
  }, async () => {
    for (const address of [origin, `${origin}/`, `${origin}/api/v1/transparency/log.ndjson`]) {
      const { code, out, err } = await verify(address);
      expect([code, err], out).toEqual([0, ""]);
      expect(out).toContain("The log is right");
    }
    expect(await verify(`${origin}/nowhere/log.ndjson`)).toMatchObject({ code: 2 });
  });

  it("says which trusted witnesses have signed the log, from a platform or a note that was kept [M3.10 M3.11]", {
    tags: "proof",
  }, async () => {
    const uncosigned = await verify(origin, "--witness", witness.vkey);
    expect(uncosigned).toMatchObject({ code: 1, out: expect.stringContaining("cosigned by 1 of the 1 witnesses") });
    expect((await verify(origin, "--witness", witness.vkey, "--quorum", "0")).code).toBe(0);
    expect(await cosignCheckpoint(books.t.services)).toBe(1);
    const cosigned = await verify(origin, "--witness", witness.vkey);
    expect(cosigned).toMatchObject({ code: 0, err: "" });
    expect(cosigned.out).toMatch(
      /it is the log that witnesses have seen and signed: witness\.example\/w1 on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\./,
    );
    const kept = file("kept.note", (await call(books.t, "GET", "/transparency/checkpoint")).body);
    const path = log("now.ndjson", await books.download());
    expect((await verify(path, "--note", kept, "--witness", witness.vkey)).code).toBe(0);
    // Without the checkpoint that the note is of.
    const short = log("before.ndjson", lines.slice(0, -1));
    expect((await verify(short, "--note", kept)).code).toBe(1);
    expect(await verify(path, "--quorum", "x")).toMatchObject({ code: 2 });
    expect(await verify(path, "--witness", "someone")).toMatchObject({ code: 1 });
  });

  it("exits with 2 if there is nothing to verify [M3.11]", async () => {
    expect(await verify()).toMatchObject({ code: 2, out: expect.stringContaining("bbux-verify <log.ndjson>") });
    expect(await verify(join(dir, "none.ndjson"))).toMatchObject({ code: 2, err: expect.stringContaining("ENOENT") });
    expect(await verify("--nonsense")).toMatchObject({ code: 2 });
    expect(await verify(file("empty.ndjson", ""))).toMatchObject({
      code: 1,
      out: expect.stringContaining("no header"),
    });
    expect(await verify(file("long.ndjson", "x".repeat(3_000_000)))).toMatchObject({ code: 1 });
  });
});
