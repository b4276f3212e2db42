import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey, SystemProgram, TransactionMessage } from "@solana/web3.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { type CallOptions, call, ok, refused, refusesField, tally } from "./support.ts";

const PATH = "/wallet/solana-proxy";
const SECRET = "SECRETKEY123456";
const address = Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey.toBase58();
const signature = "5".repeat(88);

interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

/** A node that responds as told and records its requests. */
const asked: Asked[] = [];
let reply: (response: ServerResponse, question: Asked) => void;
const node = createServer(async (request, response) => {
  const question = JSON.parse(await text(request));
  asked.push(question);
  reply(response, question);
});
const answers =
  (result: string) =>
  (response: ServerResponse, { id }: Asked) =>
    void response.end(`{"jsonrpc":"2.0","result":${result},"id":${JSON.stringify(id)}}`);
const sends =
  (status: number, body: string, headers = {}) =>
  (response: ServerResponse, { id }: Asked) =>
    void response.writeHead(status, headers).end(body.replace('"$id"', JSON.stringify(id)));

let t: TestApp;
let anna: TestMember;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const bound = node.address();
  url = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}/v2/${SECRET}`;
  t = await createTestApp({ chainUrl: url });
  anna = await t.member("anna");
});
afterAll(async () => {
  await t.close();
  node.closeAllConnections();
  node.close();
});
beforeEach(() => {
  asked.length = 0;
  reply = answers("1");
});

const rpc = (method: string, params?: unknown, options: CallOptions & { id?: unknown; on?: TestApp } = {}) =>
  call(options.on ?? t, "POST", PATH, {
    as: anna,
    body: { jsonrpc: "2.0", id: options.id === undefined ? "one" : options.id, method, params },
    ...options,
  });

describe("the proxy to the Solana node", () => {
  it.each<[string, unknown[]]>([
    ["getLatestBlockhash", []],
    ["getLatestBlockhash", [{ commitment: "confirmed" }]],
    ["getBlockHeight", []],
    ["getBalance", [address, { commitment: "finalized", minContextSlot: 5 }]],
    ["getSignatureStatuses", [[signature], { searchTransactionHistory: true }]],
    ["isBlockhashValid", [address]],
    ["getFeeForMessage", ["AQID", { commitment: "processed" }]],
    ["getMinimumBalanceForRentExemption", [165]],
  ])("forwards %s %j unchanged, and the response with all its digits [M7.14]", async (method, params) => {
    const result = '{"context":{"slot":1},"value":18446744073709551615}';
    reply = answers(result);
    const response = await rpc(method, params);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.body).toBe(`{"jsonrpc":"2.0","result":${result},"id":"one"}`);
    expect(asked).toEqual([{ jsonrpc: "2.0", id: "one", method, params }]);
  });

  it.each([
    "getProgramAccounts",
    "sendTransaction",
    "simulateTransaction",
    "getSignaturesForAddress",
    "getAccountInfo",
    "constructor",
    "toString",
    "GETBALANCE",
  ])("refuses %s with 403 without calling the node [M7.14]", async (method) => {
    const { error } = refused(await rpc(method, [address]), 403, "FORBIDDEN");
    expect(error).toContain(method);
    expect(asked).toEqual([]);
  });

  it("returns the request's id, a string or a number, and accepts a request without one", async () => {
    for (const id of ["3f0c", 7, 0]) expect(ok(await rpc("getBlockHeight", [], { id })).id).toBe(id);
    expect(ok(await call(t, "POST", PATH, { as: anna, body: { method: "getBlockHeight" } }))).toMatchObject({
      result: 1,
    });
  });

  it("drops unknown fields, at the top level and in options", async () => {
    const body = {
      method: "getBalance",
      params: [address, { commitment: "confirmed", encoding: "x" }],
      id: 1,
      extra: 2,
    };
    ok(await call(t, "POST", PATH, { as: anna, body }));
    expect(asked).toEqual([
      { jsonrpc: "2.0", id: 1, method: "getBalance", params: [address, { commitment: "confirmed" }] },
    ]);
  });

  it("requires a session, even a suspended member's [M6.02]", async () => {
    refused(await rpc("getBlockHeight", [], { as: undefined }), 401, "UNAUTHENTICATED");
    expect(asked).toEqual([]);
    const bob = await t.member("bob");
    await t.database.ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", bob.id).execute();
    ok(await rpc("getBlockHeight", [], { as: bob }));
  });

  it("refuses batches, invalid methods, and non-objects with 422, and __proto__ as a key with 400", async () => {
    const send = (payload: string) =>
      t.app.inject({
        method: "POST",
        url: `/api${PATH}`,
        headers: { ...anna.headers, "content-type": "application/json" },
        payload,
      });
    const question = '{"jsonrpc":"2.0","id":1,"method":"getBlockHeight"}';
    for (const body of [`[${question}]`, "[]", `"x"`, "7", "null", '{"id":1}', '{"method":5}', '{"method":"a b"}']) {
      refused(await send(body), 422, "VALIDATION_ERROR");
    }
    for (const method of ["__proto__", "", "x".repeat(61), "get\\u0000Balance"]) {
      refused(await send(`{"id":1,"method":"${method}"}`), 422, "VALIDATION_ERROR");
    }
    refused(await send('{"__proto__":{"method":"getBlockHeight"}}'), 400, "BAD_REQUEST");
    refused(await send('{"method":"getBalance","params":[{"__proto__":1}]}'), 400, "BAD_REQUEST");
    refused(await send('{"id":1,"method":'), 400, "BAD_REQUEST");
    refused(await send(`{"id":{"a":1},"method":"getBlockHeight"}`), 422, "VALIDATION_ERROR");
    expect(asked).toEqual([]);
  });

  it("accepts 8 KB, and returns 413 for one byte more", async () => {
    const sized = (bytes: number) => {
      const body = { method: "getBlockHeight", padding: "" };
      body.padding = "x".repeat(bytes - JSON.stringify(body).length);
      return call(t, "POST", PATH, { as: anna, body });
    };
    ok(await sized(8_192));
    refused(await sized(8_193), 413, "PAYLOAD_TOO_LARGE");
    expect(asked).toHaveLength(1);
  });

  it.each<[string, unknown, string]>([
    ["getBalance", ["not an address"], "params.0"],
    ["getBalance", [], "params"],
    ["getBalance", [address, { commitment: "surely" }], "params.1.commitment"],
    ["getBalance", [address, { minContextSlot: -1 }], "params.1.minContextSlot"],
    ["getBalance", [address, {}, {}], "params"],
    ["getBalance", { 0: address }, "params"],
    ["getSignatureStatuses", [Array(257).fill("1")], "params.0"],
    ["getSignatureStatuses", [["x"]], "params.0.0"],
    ["getSignatureStatuses", [signature], "params.0"],
    ["getFeeForMessage", ["A".repeat(1_648)], "params.0"],
    ["getFeeForMessage", ["not base64!"], "params.0"],
    ["getMinimumBalanceForRentExemption", [-1], "params.0"],
    ["getMinimumBalanceForRentExemption", [2 ** 30], "params.0"],
  ])("refuses %s with parameters of the wrong type or size with 422", async (method, params, field) => {
    refusesField(await rpc(method, params), field);
    expect(asked).toEqual([]);
  });

  it("returns the node's refusal as its response, without the node's address", async () => {
    reply = sends(
      200,
      `{"jsonrpc":"2.0","error":{"code":-32602,"message":"no ${SECRET}","data":"${SECRET}"},"id":"$id"}`,
    );
    const response = await rpc("getBalance", [address]);
    expect(ok(response)).toEqual({ jsonrpc: "2.0", id: "one", error: { code: -32602, message: "no …" } });
    expect(response.body).not.toContain(SECRET);
  });

  it("returns 503 with a retry time while the node is rate limiting", async () => {
    reply = sends(429, "slow down", { "retry-after": "17" });
    const response = await rpc("getBlockHeight");
    refused(response, 503, "CHAIN_UNAVAILABLE");
    expect(response.headers["retry-after"]).toBe("17");
  });

  it.each([
    ["fails", sends(500, "oops")],
    ["fails with something that looks like a result", sends(500, '{"jsonrpc":"2.0","id":"$id","result":1}')],
    ["returns HTML", sends(200, "<html>")],
    ["returns nothing", sends(200, "")],
    ["answers a different request", sends(200, '{"jsonrpc":"2.0","id":"other","result":1}')],
    ["answers without a result", sends(200, '{"jsonrpc":"2.0","id":"$id"}')],
    ["redirects elsewhere", sends(302, "", { location: "http://127.0.0.1:1/" })],
    ["breaks off", (response: ServerResponse) => void response.destroy()],
  ])("returns 503 if the node %s", async (_, how) => {
    reply = how;
    const response = await rpc("getBlockHeight");
    refused(response, 503, "CHAIN_UNAVAILABLE");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(asked).toHaveLength(1);
  });

  it("returns 503 if there is no node", async () => {
    const alone = await createTestApp({ chainUrl: `http://127.0.0.1:1/${SECRET}`, database: t.database });
    const response = await rpc("getBlockHeight", [], { on: alone });
    refused(response, 503, "CHAIN_UNAVAILABLE");
    expect(response.body).not.toContain(SECRET);
    await alone.close();
  });

  it("mints SOL on the local chain, at most 100 per call, and never on a real cluster", async () => {
    reply = answers(`"${signature}"`);
    expect(ok(await rpc("requestAirdrop", [address, 100 * LAMPORTS_PER_SOL]))).toMatchObject({ result: signature });
    expect(asked).toHaveLength(1);
    refusesField(await rpc("requestAirdrop", [address, 100 * LAMPORTS_PER_SOL + 1]), "params.1");
    refusesField(await rpc("requestAirdrop", [address, 0]), "params.1");
    const real = await createTestApp({ chainUrl: url, chainLocal: false, database: t.database });
    refused(await rpc("requestAirdrop", [address, 1], { on: real }), 403, "FORBIDDEN");
    ok(await rpc("getBlockHeight", [], { on: real }));
    expect(asked).toHaveLength(2);
    await real.close();
  });

  it("answers a member's first 60 calls and 5 airdrops a minute, then returns 429, without affecting others", async () => {
    const limited = await createTestApp({ chainUrl: url, database: t.database, env: { RATE_LIMITS: "on" } });
    const questions = await Promise.all(Array.from({ length: 63 }, () => rpc("getBlockHeight", [], { on: limited })));
    expect(tally(questions)).toEqual({ 200: 60, 429: 3 });
    const late = await rpc("getBlockHeight", [], { on: limited });
    refused(late, 429, "RATE_LIMITED");
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect(asked).toHaveLength(60);
    const airdrops = await Promise.all(
      Array.from({ length: 7 }, () => rpc("requestAirdrop", [address, 1], { on: limited })),
    );
    expect(tally(airdrops)).toEqual({ 200: 5, 429: 2 });
    ok(await rpc("getBlockHeight", [], { on: limited, as: await limited.member("carol") }));
    await limited.close();
  });

  it("supports everything that web3.js needs [M7.15]", async () => {
    const origin = await t.listen();
    const connection = new Connection(`${origin}/api${PATH}`, {
      commitment: "confirmed",
      httpHeaders: { authorization: anna.headers.authorization },
      disableRetryOnRateLimit: true,
    });
    reply = answers(`{"context":{"slot":1},"value":{"blockhash":"${address}","lastValidBlockHeight":250}}`);
    expect(await connection.getLatestBlockhash()).toEqual({ blockhash: address, lastValidBlockHeight: 250 });
    reply = answers('{"context":{"slot":1},"value":42}');
    expect(await connection.getBalance(new PublicKey(address))).toBe(42);
    const message = new TransactionMessage({
      payerKey: new PublicKey(address),
      recentBlockhash: address,
      instructions: [
        SystemProgram.transfer({ fromPubkey: new PublicKey(address), toPubkey: new PublicKey(address), lamports: 1 }),
      ],
    }).compileToLegacyMessage();
    expect((await connection.getFeeForMessage(message)).value).toBe(42);
    reply = answers('{"context":{"slot":1},"value":[null]}');
    expect((await connection.getSignatureStatuses([signature])).value).toEqual([null]);
    reply = answers("250");
    expect(await connection.getBlockHeight()).toBe(250);
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(250);
    reply = answers('{"context":{"slot":1},"value":true}');
    expect((await connection.isBlockhashValid(address)).value).toBe(true);
    reply = answers(`"${signature}"`);
    expect(await connection.requestAirdrop(new PublicKey(address), LAMPORTS_PER_SOL)).toBe(signature);
  });
});
