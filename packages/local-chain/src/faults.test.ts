import type { Keypair } from "@solana/web3.js";
import { Keypair as Keys } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startLocalChain } from "./index.ts";
import { startTestChain, type TestChain } from "./testing.ts";
import { base64, connect, funded, pay, rpc, SOL, signed, until } from "./tests.ts";

let chain: TestChain;
let payer: Keypair;
beforeAll(async () => {
  chain = await startTestChain();
  payer = await funded(chain, 1_000n * SOL);
});
afterEach(() => chain.faults([]));
afterAll(() => chain.stop());

const call = (method: string, ...params: unknown[]) => rpc(chain.url, method, ...params);
const health = async () => (await call("getHealth")).result;
const status = async (signature: string) => (await connect(chain).getSignatureStatus(signature)).value;

async function transfer() {
  const to = Keys.generate().publicKey;
  const { blockhash } = await connect(chain).getLatestBlockhash();
  const { bytes, signature } = signed(payer, blockhash, [pay(payer, to, SOL)]);
  const send = () => call("sendTransaction", base64(bytes), { encoding: "base64", preflightCommitment: "processed" });
  const received = () => connect(chain).getBalance(to, "processed");
  return { send, signature, received };
}

describe("a chain with injected faults", () => {
  it("can be down, closing HTTP connections and websockets without an answer, and recovers", async () => {
    const connection = connect(chain);
    const slots: number[] = [];
    const id = connection.onSlotChange(({ slot }) => slots.push(slot));
    await until(async () => slots.length > 0);
    await chain.faults([{ action: "down" }]);
    await expect(health()).rejects.toThrow("fetch failed");
    const heard = slots.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(slots.length).toBeLessThanOrEqual(heard + 1);
    await chain.faults([]);
    expect(await health()).toBe("ok");
    await until(async () => slots.length > heard + 1);
    await connection.removeSlotChangeListener(id);
  });

  it("can be down for one method and a number of calls", async () => {
    await chain.faults([{ method: "getSlot", action: "down", times: 2 }]);
    expect(await health()).toBe("ok");
    for (let times = 0; times < 2; times++) await expect(call("getSlot")).rejects.toThrow("fetch failed");
    expect((await call("getSlot")).result).toBeGreaterThan(0);
  });

  it.each([429, 500, 503])("answers %i", async (code) => {
    await chain.faults([{ action: "status", status: code, times: 1 }]);
    const response = await fetch(chain.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" }),
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([code, code === 429 ? "1" : null]);
    expect(await health()).toBe("ok");
  });

  it("can answer with a chosen error", async () => {
    await chain.faults([
      { method: "getHealth", action: "error", code: -32005, message: "Node is behind by 42 slots", times: 1 },
      { action: "error" },
    ]);
    expect((await call("getHealth")).error).toEqual({ code: -32005, message: "Node is behind by 42 slots" });
    expect((await call("getHealth")).error?.code).toBe(-32603);
  });

  it("can act immediately and answer late", async () => {
    const { send, signature, received } = await transfer();
    await chain.faults([{ method: "sendTransaction", action: "hang", ms: 1_500 }]);
    let isAnswered = false;
    const sent = send().finally(() => {
      isAnswered = true;
    });
    await until(async () => (await received()) === 1e9);
    expect(isAnswered).toBe(false);
    expect((await sent).result).toBe(signature);
  });

  it("can return a false result", async () => {
    await chain.faults([
      { method: "getBalance", action: "lie", result: { context: { slot: 1 }, value: 2n ** 60n }, times: 1 },
    ]);
    expect((await call("getBalance", payer.publicKey.toBase58())).text).toContain(`"value":${2n ** 60n}`);
  });

  it("can drop a transaction after reporting it sent", async () => {
    const { send, signature, received } = await transfer();
    await chain.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    expect((await send()).result).toBe(signature);
    expect(await status(signature)).toBeNull();
    expect((await send()).result).toBe(signature);
    expect(await received()).toBe(1e9);
  });

  it("can land a transaction without answering", async () => {
    const { send, signature, received } = await transfer();
    await chain.faults([{ method: "sendTransaction", action: "landSilently", times: 1 }]);
    await expect(send()).rejects.toThrow("fetch failed");
    expect(await received()).toBe(1e9);
    expect(await status(signature)).toMatchObject({ err: null });
  });

  it("can land a transaction as failed, charging only the fee", async () => {
    const { send, signature, received } = await transfer();
    const before = await connect(chain).getBalance(payer.publicKey, "processed");
    await chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    expect((await send()).result).toBe(signature);
    expect(await status(signature)).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] } });
    expect(await received()).toBe(0);
    expect(await connect(chain).getBalance(payer.publicKey, "processed")).toBe(before - 5_000);
    expect((await send()).error?.message).toContain("already been processed");
  });

  it("can omit part of a list", async () => {
    const to = Keys.generate().publicKey;
    const signatures = [await chain.airdrop(to.toBase58(), SOL), await chain.airdrop(to.toBase58(), SOL)];
    await chain.faults([{ method: "getSignaturesForAddress", action: "short", keep: 1 }]);
    expect((await connect(chain).getSignaturesForAddress(to)).map(({ signature }) => signature)).toEqual(
      signatures.slice(1),
    );
  });

  it("can answer some methods from an earlier slot, and refuses a slot that it hasn't reached", async () => {
    await chain.pause();
    const { send, signature, received } = await transfer();
    const [was] = [(await call("getSlot", { commitment: "finalized" })).result];
    await send();
    await chain.advance(50);
    await chain.faults([
      { method: "getSignatureStatuses", action: "lag", slots: 51 },
      { method: "getBalance", action: "lag", slots: 51 },
    ]);
    expect([await status(signature), await received()]).toEqual([null, 0]);
    const payers = { commitment: "finalized", minContextSlot: Number(was) + 1 };
    expect((await call("getBalance", payer.publicKey.toBase58(), payers)).error?.code).toBe(-32016);
    await chain.faults([]);
    expect([(await status(signature))?.err, await received()]).toEqual([null, 1e9]);
    await chain.resume();
  });

  it("applies faults to calls in a batch, too", async () => {
    await chain.faults([{ method: "getSlot", action: "lie", result: -1 }]);
    const body = JSON.stringify(["getSlot", "getHealth"].map((method, id) => ({ jsonrpc: "2.0", id, method })));
    const response = await fetch(chain.url, { method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await response.json()).toMatchObject([{ result: -1 }, { result: "ok" }]);
  });

  it("accepts faults only where control is enabled", async () => {
    const ordinary = await startLocalChain({ dataDir: null, port: 0 });
    expect((await rpc(ordinary.url, "bbux_advance", 10)).error?.code).toBe(-32601);
    await ordinary.stop();
  });
});
