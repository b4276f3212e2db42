import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ChainError } from "./gateway.ts";
import { createRpcClient } from "./rpc-client.ts";
import { type StandIn, startStandIn } from "./rpc-stand-in.ts";

let node: StandIn;
beforeAll(async () => {
  node = await startStandIn();
});
afterAll(() => node.close());
beforeEach(() => {
  node.asked.length = 0;
});

const call = (url = node.url, timeoutMs = 5_000) =>
  createRpcClient({ url, timeoutMs }).call("getThing", [], z.unknown());

async function failure(promise: Promise<unknown>): Promise<ChainError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ChainError)) throw new Error(`Not a ChainError: ${inspect(error)}`);
  return error;
}

const rpcError = (code: number, message: string) =>
  JSON.stringify({ jsonrpc: "2.0", id: "$id", error: { code, message } }).replace('"$id"', "$id");

describe("a call to a node", () => {
  it("returns integers beyond 2^53 exactly", async () => {
    node.answers('{"a":9007199254740993,"b":[18446744073709551615],"c":5,"d":-9007199254740993,"e":1.5,"f":"7"}');
    expect(await call()).toEqual({
      a: 9007199254740993n,
      b: [18446744073709551615n],
      c: 5,
      d: -9007199254740993n,
      e: 1.5,
      f: "7",
    });
  });

  it.each([
    ["HTTP 429 with any body", 429, "slow down", "RATE_LIMITED"],
    ["HTTP 429 with an error", 429, rpcError(-32000, "nope"), "RATE_LIMITED"],
    ["-32005", 200, rpcError(-32005, "daily request count exceeded"), "RATE_LIMITED"],
    ["-32429", 200, rpcError(-32429, "credits"), "RATE_LIMITED"],
    ["words", 200, rpcError(-32007, "50/second request limit reached"), "RATE_LIMITED"],
    ["a node that lags, also with -32005", 200, rpcError(-32005, "Node is behind by 42 slots"), "REFUSED"],
    ["a slot that isn't reached", 200, rpcError(-32016, "Minimum context slot has not been reached"), "BEHIND"],
    ["a missing block", 200, rpcError(-32004, "Block not available for slot 7"), "REFUSED"],
    ["a newer version", 200, rpcError(-32015, "Transaction version (1) is not supported"), "REFUSED"],
    ["an error with HTTP 400", 400, rpcError(-32602, "Invalid param"), "REFUSED"],
    ["a wrong key", 401, "Unauthorized", "REFUSED"],
    ["a forbidden key", 403, "<html>", "REFUSED"],
    ["HTTP 500", 500, "oops", "UNREACHABLE"],
    ["HTTP 503 with an error", 503, rpcError(-32603, "no backend"), "UNREACHABLE"],
    ["HTTP 503 with a result", 503, '{"jsonrpc":"2.0","id":$id,"result":1}', "UNREACHABLE"],
    ["HTTP 200 with HTML", 200, "<html>", "UNREACHABLE"],
    ["an empty body", 200, "", "UNREACHABLE"],
    ["truncated JSON", 200, '{"jsonrpc":"2.0","id":$id,"result":', "UNREACHABLE"],
    ["neither a result nor an error", 200, "[]", "UNREACHABLE"],
    ["the answer to a different call", 200, '{"jsonrpc":"2.0","id":999,"result":1}', "UNREACHABLE"],
    ["a redirect, which would leak the key", 302, "", "UNREACHABLE"],
  ])("that ends with %s maps to its error code and isn't retried", async (_, status, body, code) => {
    node.sends(status, body, status === 302 ? { location: node.url } : {});
    expect((await failure(call())).code).toBe(code);
    expect(node.asked).toHaveLength(1);
  });

  it("reports the code and message with which a node refused", async () => {
    node.sends(200, rpcError(-32602, "Invalid param: WrongSize"));
    const { message } = await failure(call());
    expect(message).toContain("getThing: Invalid param: WrongSize (-32602)");
  });

  it("gives up after its time limit, before or in the middle of an answer", async () => {
    for (const begins of [undefined, '{"jsonrpc":']) {
      node.hangs(begins);
      const error = await failure(call(node.url, 150));
      expect(error.code).toBe("UNREACHABLE");
      expect(error.message).toContain("timed out after 150 ms");
    }
  });

  it("stops reading an endless answer", async () => {
    node.sends(200, "x".repeat(17 * 1024 * 1024));
    const error = await failure(call());
    expect([error.code, error.message]).toEqual(["UNREACHABLE", expect.stringContaining("too large")]);
  });

  it("shows the node's host but never its path, query, or password, whatever goes wrong", async () => {
    const secret = "SECRETKEY123456";
    const host = new URL(node.url).host;
    const urls = [`http://${host}/v2/${secret}`, `http://${host}/?api-key=${secret}`, `http://me:${secret}@${host}/`];
    for (const url of urls) {
      for (const body of ["oops", rpcError(-32000, `bad key ${secret}`), `{"result":"${secret}"}`]) {
        node.sends(200, body);
        expect(inspect(await failure(call(url)), { depth: 9 })).not.toContain(secret);
      }
      node.sends(302, "", { location: `/elsewhere/${secret}` });
      expect(inspect(await failure(call(url)), { depth: 9, showHidden: true })).not.toContain(secret);
      const dead = url.replace(host, "127.0.0.1:1");
      const error = await failure(call(dead));
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
      expect(error.message).toContain("127.0.0.1:1");
    }
    expect(() => createRpcClient({ url: `ftp://${secret}` })).toThrow(/^The node's address must be http\(s\)$/);
    expect(inspect(createRpcClient({ url: `http://${host}/${secret}` }), { showHidden: true })).not.toContain(secret);
  });

  it("sends the path, the query, and, as a header, the credentials of the URL", async () => {
    node.answers("1");
    await call(node.url.replace("//", "//me:pass%40word@").concat("/v2/key?x=1"));
    expect(node.asked[0]).toMatchObject({
      path: "/v2/key?x=1",
      authorization: `Basic ${Buffer.from("me:pass@word").toString("base64")}`,
    });
  });

  it("forwards a body unchanged and returns the reply with its retry time", async () => {
    node.sends(429, "later", { "retry-after": "7" });
    const reply = await createRpcClient({ url: node.url }).forward('{"id":1,"method":"x","params":[9007199254740993]}');
    expect(reply).toEqual({ status: 429, text: "later", retryAfter: 7 });
  });
});
