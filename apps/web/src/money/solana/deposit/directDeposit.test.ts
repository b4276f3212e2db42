import { describe, expect, it } from "vitest";
import type { SignTransfer } from "../connection.ts";
import {
  type Confirmation,
  type DepositPhase,
  type DepositWorld,
  runDirectDeposit,
  SENTENCES,
} from "./directDeposit.ts";

const AMOUNT = 2_500_000_000n;
const SIGNED = { bytes: new Uint8Array([1, 2, 3]), signature: "SIG" };
const completed: Confirmation = { status: "completed", credited: AMOUNT, transactionId: "7" };
const pending: Confirmation = { status: "pending", credited: null, transactionId: "7" };
const UNKNOWN = new Error("no answer");

class Refused extends Error {}

/** A browser and a platform where everything works unless a test says otherwise; `log` records their calls. */
function worldWhere(part: Partial<DepositWorld> = {}) {
  const log: string[] = [];
  const phases: DepositPhase[] = [];
  const world: DepositWorld = {
    wallet: () => ({ sign: async () => SIGNED }),
    platformAddress: async () => "PLATFORM",
    blockhash: async () => "HASH",
    send: async () => {},
    confirm: async () => completed,
    look: async () => completed,
    reload: () => log.push("reload"),
    pause: async (ms) => {
      log.push(`pause ${ms}`);
    },
    isUnknown: (error) => error === UNKNOWN,
    textOf: (error) => (error instanceof Refused ? error.message : null),
    abandoned: () => false,
    ...part,
  };
  return { log, phases, run: () => runDirectDeposit(world, AMOUNT, (phase) => phases.push(phase)) };
}

/** Responds in turn, the last response forever; errors are thrown. */
function inTurn<T>(...answers: (T | Error)[]) {
  const calls = { count: 0 };
  const ask = async (): Promise<T> => {
    const answer = answers[Math.min(calls.count, answers.length - 1)];
    calls.count += 1;
    if (answer instanceof Error || answer === undefined) throw answer;
    return answer;
  };
  return { ask, calls };
}

describe("a direct deposit", () => {
  it("requests a blockhash, has the wallet sign, sends, confirms, and refetches the wallet 2 s later [M4.01 M4.02 M4.03 M4.04 M4.05]", async () => {
    const asked: unknown[] = [];
    const { log, phases, run } = worldWhere({
      wallet: () => ({
        sign: async (transfer) => {
          asked.push(transfer);
          return SIGNED;
        },
      }),
      send: async (bytes) => {
        asked.push(bytes);
      },
      confirm: async (paid) => {
        asked.push(paid);
        return completed;
      },
    });
    expect(await run()).toEqual({ status: "completed", signature: "SIG", credited: AMOUNT, transactionId: "7" });
    expect(asked).toEqual([
      { to: "PLATFORM", lamports: AMOUNT, blockhash: "HASH" },
      SIGNED.bytes,
      { amount: AMOUNT, signature: "SIG", destinationAddress: "PLATFORM" },
    ]);
    expect(phases).toEqual(["preparing", "signing", "sending", "confirming", "completed"]);
    expect(log).toEqual(["pause 2000", "reload"]);
  });

  it("is pending until the chain has finalized it, and is polled until then [M4.09]", async () => {
    const row = inTurn<Confirmation>(pending, UNKNOWN, completed);
    const { log, phases, run } = worldWhere({ confirm: async () => pending, look: row.ask });
    expect(await run()).toMatchObject({ status: "completed", credited: AMOUNT });
    expect(row.calls.count).toBe(3);
    expect(phases.slice(-2)).toEqual(["pending", "completed"]);
    expect(log.filter((what) => what === "reload")).toHaveLength(2);
  });

  it("is confirmed again while the platform has no row for it yet", async () => {
    const confirming = inTurn<Confirmation>({ ...pending, transactionId: null }, completed);
    const { run } = worldWhere({ confirm: confirming.ask, look: () => Promise.reject(new Error("no row")) });
    expect(await run()).toMatchObject({ status: "completed" });
    expect(confirming.calls.count).toBe(2);
  });

  it("stays pending when it is left, or when its state stays unknown for long", async () => {
    const { run } = worldWhere({ confirm: async () => pending, look: async () => pending });
    expect(await run()).toMatchObject({ status: "pending", transactionId: "7" });
    const row = inTurn<Confirmation>(pending);
    let isLeft = false;
    const confirm = async () => {
      isLeft = true;
      return pending;
    };
    const left = worldWhere({ confirm, look: row.ask, abandoned: () => isLeft });
    expect(await left.run()).toMatchObject({ status: "pending" });
    expect(row.calls.count).toBe(0);
  });

  it("isn't sent when it is left before the wallet has signed, however late the signature comes", async () => {
    const sending = inTurn<void>(UNKNOWN);
    let isLeft = false;
    const sign: SignTransfer = async () => {
      isLeft = true;
      return SIGNED;
    };
    const { phases, run } = worldWhere({ wallet: () => ({ sign }), send: sending.ask, abandoned: () => isLeft });
    expect(await run()).toEqual({ status: "canceled" });
    expect(sending.calls.count).toBe(0);
    expect(phases).toEqual(["preparing", "signing"]);
  });
});

describe("a failed direct deposit refetches the wallet immediately [M4.18] and", () => {
  const failing = async (part: Partial<DepositWorld>) => {
    const { log, phases, run } = worldWhere(part);
    const outcome = await run();
    expect(log.at(-1)).toBe("reload");
    expect(phases.at(-1)).toBe("failed");
    if (outcome.status !== "failed") throw new Error(`it did not fail: ${outcome.status}`);
    return { ...outcome, log, phases };
  };

  it("says 'Please connect your wallet first' without a wallet and makes no request [M5.07]", async () => {
    const address = inTurn("PLATFORM");
    const { error, signature } = await failing({ wallet: () => null, platformAddress: address.ask });
    expect(error).toBe("Please connect your wallet first");
    expect({ signature, asked: address.calls.count }).toEqual({ signature: null, asked: 0 });
  });

  it.each([
    ["is empty", async () => null],
    ["cannot be read", () => Promise.reject(UNKNOWN)],
  ])("'Platform address not available' when it %s [M8.09]", async (_why, platformAddress) => {
    expect((await failing({ platformAddress })).error).toBe("Platform address not available");
  });

  it("says 'Wallet not connected or signTransaction not available' when the wallet can't sign [C5.39 M8.10]", async () => {
    const hashes = inTurn("HASH");
    const { error } = await failing({ wallet: () => ({ sign: null }), blockhash: hashes.ask });
    expect(error).toBe("Wallet not connected or signTransaction not available");
    expect(hashes.calls.count).toBe(0);
  });

  it("says the same when the wallet is disconnected in the meantime [M8.10]", async () => {
    const wallets = [{ sign: async () => SIGNED }, { sign: async () => SIGNED }, null];
    expect((await failing({ wallet: () => wallets.shift() ?? null })).error).toBe(SENTENCES.cannotSign);
  });

  it("says that the network can't be reached after 3 attempts 2 s apart [M4.01 M8.11]", async () => {
    const hashes = inTurn<string>(UNKNOWN);
    const { error, log } = await failing({ blockhash: hashes.ask });
    expect(error).toBe("Unable to connect to Solana network after multiple attempts. Please try again later.");
    expect(hashes.calls.count).toBe(3);
    expect(log).toEqual(["pause 2000", "pause 2000", "reload"]);
  });

  it("says nothing when the third attempt works [M4.01]", async () => {
    const hashes = inTurn<string>(UNKNOWN, UNKNOWN, "HASH");
    const { run } = worldWhere({ blockhash: hashes.ask });
    expect(await run()).toMatchObject({ status: "completed" });
  });

  it("says 'Failed to sign transaction' with the wallet's message when signing fails or is declined, and sends nothing [M8.12]", async () => {
    const sending = inTurn<void>(undefined);
    const sign: SignTransfer = () => Promise.reject(new Error("User rejected the request."));
    const { error, detail } = await failing({ wallet: () => ({ sign }), send: sending.ask });
    expect({ error, detail }).toEqual({ error: "Failed to sign transaction", detail: "User rejected the request." });
    expect(sending.calls.count).toBe(0);
  });

  it("shows the server's message when the platform refuses to send it, and confirms nothing", async () => {
    const confirming = inTurn(completed);
    const { error } = await failing({
      send: () => Promise.reject(new Refused("It must pay your deposit address")),
      confirm: confirming.ask,
    });
    expect(error).toBe("It must pay your deposit address");
    expect(confirming.calls.count).toBe(0);
  });

  it("says 'Transaction sent but confirmation failed' with the server's message when confirming is refused once [M8.13]", async () => {
    const confirming = inTurn<Confirmation>(new Refused("The transaction failed"));
    const { error, detail, signature } = await failing({ confirm: confirming.ask });
    expect({ error, detail, signature }).toEqual({
      error: "Transaction sent but confirmation failed",
      detail: "The transaction failed",
      signature: "SIG",
    });
    expect(confirming.calls.count).toBe(1);
  });

  it("says the same, and that no second payment is needed, when confirming gets no response in 3 attempts [M8.13]", async () => {
    const confirming = inTurn<Confirmation>(UNKNOWN);
    const { error, detail } = await failing({ confirm: confirming.ask });
    expect(error).toBe(SENTENCES.notConfirmed);
    expect(detail).toContain("don't pay again");
    expect(confirming.calls.count).toBe(3);
  });

  it("says the same when the chain rejected a pending payment [M8.13]", async () => {
    const { error } = await failing({
      confirm: async () => pending,
      look: async () => ({ ...pending, status: "failed" }),
    });
    expect(error).toBe(SENTENCES.notConfirmed);
  });

  it("doesn't claim that it was sent when that is unknown and the platform doesn't know it", async () => {
    const sending = inTurn<void>(UNKNOWN);
    const { error } = await failing({ send: sending.ask, confirm: () => Promise.reject(new Refused("Not found")) });
    expect(error).toBe("Failed to send transaction");
    expect(sending.calls.count).toBe(3);
  });
});

it("sends the same bytes again without a response, and continues when the platform has them", async () => {
  const bytes: Uint8Array[] = [];
  const { run } = worldWhere({
    send: async (sent) => {
      bytes.push(sent);
      if (bytes.length < 3) throw UNKNOWN;
    },
  });
  expect(await run()).toMatchObject({ status: "completed" });
  expect(bytes).toEqual([SIGNED.bytes, SIGNED.bytes, SIGNED.bytes]);
});
