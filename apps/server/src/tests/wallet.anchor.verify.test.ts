import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { publishReserves } from "@bbux/api";
import { walletKeys } from "@bbux/api/operator";
import { readWrittenRoots, verifyAnchor } from "@bbux/client/verify";
import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./support.ts";
import { latestNote, nextCheckpoint } from "./wallet.anchor.support.ts";
import { land, nonceAt, reopen } from "./wallet.fence.support.ts";
import { rotate } from "./wallet.keys.support.ts";
import { type MoneyWorld, payer, SOL, sign, startMoney, stranger, transfer, work } from "./wallet.support.ts";

// Anyone can compare the roots on the chain with the log (docs/TRANSPARENCY.md).

const COMMAND = fileURLToPath(new URL("../../../../packages/client/src/bin/verify.ts", import.meta.url));
const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const DAYS = 3;
let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
  await reopen(world);
  for (let day = 0; day < DAYS; day++) {
    await nextCheckpoint(world);
    await work(world);
  }
});
afterAll(() => world.stop());

describe("a verifier with a node", () => {
  const ask = async (request: object): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    return (await fetch(world.chain.url, { method: "POST", headers, body: JSON.stringify(request) })).json();
  };

  it("finds the root that it computed in the memo on the chain, and nothing else passes for it", async () => {
    const signed = await anchored();
    const check = (note: { size: number; root: string }, wallet?: string, node = ask) =>
      verifyAnchor(node, signed.signature, note, wallet === undefined ? [] : [stranger(), wallet]);
    expect(await check(signed, world.wallet.address)).toEqual({
      problem: null,
      wallet: world.wallet.address,
      at: expect.stringMatching(/^\d{4}-/),
    });
    const other = Buffer.alloc(32, 9).toString("base64");
    expect((await check({ ...signed, root: other })).problem).toContain("its memo isn't the root");
    expect((await check({ ...signed, size: signed.size + 1 })).problem).toContain("its memo isn't the root");
    expect((await check(signed, stranger())).problem).toContain("it was signed by");
    expect((await verifyAnchor(ask, stranger() + stranger(), signed)).problem).toContain("doesn't know");
    const changed = (change: (answer: { result: Record<string, Record<string, unknown>> }) => void) =>
      check(signed, undefined, async (request) => {
        const answer = (await ask(request)) as { result: Record<string, Record<string, unknown>> };
        change(answer);
        return answer;
      });
    expect((await changed(({ result }) => Object.assign(result.meta ?? {}, { err: {} }))).problem).toContain("failed");
    const another = await changed(({ result }) => Object.assign(result.transaction ?? {}, { signatures: ["x"] }));
    expect(another.problem).toContain("another transaction");
    const silent = await check(signed, undefined, () => Promise.reject(new Error("away")));
    expect(silent.problem).toBe("the node doesn't answer: away");
  });

  it("is `bbux-verify --rpc`, which compares every root that the hot wallet has written, and says it in words", {
    tags: "proof",
  }, async () => {
    const right = await verify("--wallet", world.wallet.address);
    expect(right).toMatchObject({ code: 0 });
    expect(right.out).toMatch(
      /Written to Solana on \d{4}-\d\d-\d\d at \d\d:\d\d UTC by \w+, in \w+: the same root as this log's\./,
    );
    const { roots } = await written();
    expect(roots).toHaveLength(DAYS);
    expect(right.out).toMatch(
      new RegExp(
        `${world.wallet.address} has written ${roots.length} roots of the log to Solana since \\d{4}-\\d\\d-\\d\\d at \\d\\d:\\d\\d UTC\\. All of them are this log's, up to entry \\d+\\.`,
      ),
    );
    const wrong = await verify("--wallet", stranger());
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining("The log's root isn't on Solana in") });
    expect(await verify("--transactions", "1")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Its earlier transactions weren't looked through"),
    });
    expect(await verify("--since", "2999-01-01")).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `${world.wallet.address} has written no root of the log to Solana since 2999-01-01.`,
      ),
    });
    expect(await verify("--since", "soon")).toMatchObject({ code: 2 });
    // A node that keeps no memos can't say that there is no other root.
    const node = createServer(async (request, response) => {
      const answer = JSON.stringify(await ask(JSON.parse(await text(request))));
      response.end(answer.replaceAll(/"memo":"[^"]*"/g, '"memo":null'));
    }).listen(0);
    const { port } = Object(node.address());
    const silent = await run(await platform(), "--rpc", `http://127.0.0.1:${port}`);
    node.close();
    expect(silent).toMatchObject({ code: 1, out: expect.stringContaining("the node doesn't list the memo of") });
  });

  it("reads page by page what the wallet itself has written, and nothing that others have or that isn't final", async () => {
    const before = await written();
    expect(before.isCut).toBe(false);
    const { size, root } = await latestNote(world);
    const memo = `bbux-log ${size} ${root} bbux:${"x".repeat(24)}`;
    const thief = await payer(world.chain);
    const forged = await sign(
      world,
      [thief],
      [
        transfer(thief, world.wallet.address, SOL / 1_000n),
        new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(memo) }),
      ],
    );
    await land(world, forged);
    // In pages of two.
    let pages = 0;
    const inTwos = (request: object) => {
      const { method, params } = request as { method: string; params: [string, object] };
      if (method !== "getSignaturesForAddress") return ask(request);
      pages++;
      return ask({ ...request, params: [params[0], { ...params[1], limit: 2 }] });
    };
    expect(await readWrittenRoots(inTwos, world.wallet.address)).toEqual(before);
    expect(pages).toBeGreaterThan(DAYS);
    const hiding = (request: object) =>
      (request as { method: string }).method === "getTransaction" ? Promise.resolve({ result: null }) : ask(request);
    await expect(readWrittenRoots(hiding, world.wallet.address)).rejects.toThrow("and doesn't show it");
    const garbage = readWrittenRoots(async () => ({ result: "none" }), world.wallet.address);
    await expect(garbage).rejects.toThrow("can't be read");
  });

  it("names each root of the hot wallet that isn't this log's: another one, one of no checkpoint, and one that the log doesn't reach", {
    tags: "proof",
  }, async () => {
    const { size } = await anchored();
    const kept = join(mkdtempSync(join(tmpdir(), "bbux-log-")), "log.ndjson");
    writeFileSync(kept, (await call(world.t, "GET", "/transparency/log.ndjson")).body);
    const other = Buffer.alloc(32, 6).toString("base64");
    const sizes = [size, size - 1, size + 10_000];
    const signatures: string[] = [];
    for (const [nth, of] of sizes.entries()) {
      const reference = `bbux-log ${of} ${other} bbux:${"x".repeat(24)}`;
      const nonce = await nonceAt(world, nth + 1);
      const signed = world.wallet.signCancellation({ nonce, reference, priorityFee: 3n });
      await land(world, signed);
      signatures.push(signed.signature);
    }
    const says = [
      `At ${size} lines, the log has another root. The log was changed, or someone else has the wallet's key.`,
      `No checkpoint of the log ends at ${size - 1} lines. The log was changed, or someone else has the wallet's key.`,
      `It covers ${size + 10_000} lines, and the log has fewer. Something that was published is missing.`,
    ];
    const { code, out } = await verify();
    expect(code).toBe(1);
    for (const [nth, signature] of signatures.entries()) {
      const line = out.split("\n").find((each) => each.includes(signature));
      expect(line).toMatch(/^Not this log's: \w+ on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\. /);
      expect(line).toContain(says[nth]);
    }
    const json = JSON.parse((await verify("--json")).out);
    expect(json.roots.roots.slice(-3).map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      "differs",
      "unknown",
      "beyond",
    ]);
    // A file may be older than what was written since.
    const wallet = ["--wallet", world.wallet.address];
    const older = await run(kept, "--rpc", world.chain.url, ...wallet);
    expect(older.out).toContain(`Later than this log: ${signatures[2]}`);
    expect(await run(kept, "--rpc", world.chain.url)).toMatchObject({
      out: expect.stringContaining("name the hot wallet with --wallet"),
    });
  });

  it("reads what every hot wallet has written once the first was replaced, as the platform names them all", {
    tags: "proof",
  }, async () => {
    const first = (await written()).roots.length;
    await rotate(world, "hot", "a drill");
    await work(world);
    await publishReserves(world.services, 0);
    const addresses = (await walletKeys(world.services)).hot.map(({ address }) => address);
    expect(addresses).toHaveLength(2);
    const { anchor, roots } = JSON.parse((await verify("--json")).out);
    expect(anchor).toMatchObject({ problem: null, wallet: addresses[0] });
    expect([roots.wallets, roots.roots.length]).toEqual([addresses, first]);
  });

  const written = () => readWrittenRoots(ask, world.wallet.address);
  const run = (...args: string[]): Promise<{ code: unknown; out: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [COMMAND, ...args], (error, out) => resolve({ code: error?.code ?? 0, out }));
    });
  const verify = async (...args: string[]) => run(await platform(), "--rpc", world.chain.url, ...args);
  const platform = async () => {
    origin ??= await world.t.listen();
    return origin;
  };
  let origin: string | undefined;

  async function anchored() {
    const { rows } = await sql<{ signature: string; size: number; root: string }>`
      select a.signature, n.size::int, split_part(n.body, E'\\n', 3) as root from checkpoint_anchors a
        join payment_attempts p on p.signature = a.signature join checkpoint_notes n on n.day = a.day
       where p.state = 'CANCELED' order by p.id desc limit 1`.execute(world.t.database.ownerDb);
    const [row] = rows;
    if (!row) throw new Error("There is no anchor");
    return row;
  }
});
