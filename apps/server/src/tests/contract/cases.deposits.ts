import { expireRequests } from "@bbux/api";
import { WALLET } from "@bbux/contract";
import type { Case } from "./cases.ts";
import { shared, type World } from "./world.ts";

const unknown = "5".repeat(87);
const address = (world: World, member: { id: string }) => world.t.wallet.addressOf(member.id);
/** A member with the maximum number of open deposit requests. */
export const waiting = shared(async (world) => {
  const member = await world.fresh();
  for (let n = 0; n < WALLET.openDeposits; n++) {
    const payload = { amount: 1 };
    await world.t.app.inject({ method: "POST", url: "/api/wallet/deposit", headers: member.headers, payload });
  }
  return member;
});

export const depositCases: Record<string, Case[]> = {
  "wallet-deposit": [
    {
      title: "returns the expected transaction [M7.33]",
      as: "helper",
      input: () => ({ amount: "1", solAmount: 1 }),
      same: true,
    },
    {
      title: "refuses amounts that differ",
      as: "helper",
      input: () => ({ amount: 1, solAmount: 2 }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses too many open deposit requests",
      caller: async (world) => ({ member: await waiting(world), input: { amount: 1 } }),
      refused: "TOO_MANY_DEPOSITS",
    },
    {
      title: "refuses a key already used for another amount [M7.54]",
      as: "helper",
      keyUsedWith: () => ({ amount: 1 }),
      input: () => ({ amount: 2 }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "wallet-confirmDirectDeposit": [
    {
      title: "credits what has arrived [M7.07]",
      caller: async (world) => {
        const { member, signature } = await world.paid();
        return { member, input: { amount: 1, signature, destinationAddress: address(world, member) } };
      },
    },
    {
      title: "returns 202 while the transaction isn't final [M4.09]",
      caller: async (world) => {
        const { member, signature } = await world.relayed();
        return { member, input: { amount: 1, signature, destinationAddress: address(world, member) } };
      },
      pending: true,
    },
    {
      title: "doesn't find a payment to someone else [M4.10]",
      caller: async (world) => {
        const member = await world.fresh();
        const { signature } = await world.paid();
        return { member, input: { signature, destinationAddress: address(world, member) } };
      },
      refused: "NOT_FOUND",
    },
    {
      title: "refuses an address that is not the caller's [M7.08]",
      as: "helper",
      input: (world) => ({ signature: unknown, destinationAddress: address(world, world.asker) }),
      refused: "TRANSACTION_FAILED",
    },
    {
      title: "refuses a key already used for another signature [M7.54]",
      caller: async (world) => {
        const { member, signature } = await world.paid();
        return { member, input: { signature, destinationAddress: address(world, member) } };
      },
      keyUsedBefore: async (world, member) => ({
        signature: (await world.paid(member)).signature,
        destinationAddress: address(world, member),
      }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "wallet-confirmDeposit": [
    {
      title: "credits what has arrived, with a blank transactionId [M7.09 M7.10]",
      caller: async (world) => {
        const { member, signature } = await world.paid();
        return { member, input: { transactionId: "", signature } };
      },
    },
    {
      title: "returns 202 while the transaction isn't final [M4.09]",
      caller: async (world) => {
        const { member, signature } = await world.relayed();
        return { member, input: { signature } };
      },
      pending: true,
    },
    {
      title: "doesn't find an unknown signature [M4.10]",
      as: "helper",
      input: () => ({ signature: unknown }),
      refused: "NOT_FOUND",
    },
    {
      title: "refuses a transaction that never arrived and has expired [M8.30]",
      caller: async (world) => {
        const { member, signature } = await world.relayed();
        const { ownerDb } = world.t.database;
        const past = { expires_at: new Date(0) };
        await ownerDb.updateTable("deposit_requests").set(past).where("user_id", "=", member.id).execute();
        await expireRequests(world.t.services);
        return { member, input: { signature } };
      },
      refused: "TRANSACTION_FAILED",
    },
    {
      title: "refuses a key already used for another signature [M7.54]",
      caller: async (world) => {
        const { member, signature } = await world.paid();
        return { member, input: { signature } };
      },
      keyUsedBefore: async (world, member) => ({ signature: (await world.paid(member)).signature }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "wallet-getBlockhash": [
    { title: "returns a recent blockhash [M7.12]", as: "helper", varies: ["blockhash", "lastValidBlockHeight"] },
    {
      title: "fails with a message while the chain can't be reached [M7.12]",
      as: "helper",
      input: async (world) => {
        await world.chain.faults([{ method: "getLatestBlockhash", action: "down", times: 1 }]);
        return undefined;
      },
      refused: "CHAIN_UNAVAILABLE",
    },
  ],
  "wallet-sendTransaction": [
    {
      title: "sends a payment to the caller's address [M7.13]",
      caller: async (world) => {
        const { member, bytes } = await world.signed();
        return { member, input: { serializedTransaction: bytes } };
      },
    },
    {
      title: "refuses bytes that aren't a transaction",
      as: "helper",
      input: () => ({ serializedTransaction: [1, 2, 3] }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses a transaction that the chain would refuse [M7.13]",
      caller: async (world) => {
        const { member, bytes } = await world.signed({ empty: true });
        return { member, input: { serializedTransaction: bytes } };
      },
      refused: "TRANSACTION_FAILED",
    },
    {
      title: "fails with a message while the chain can't be reached [M7.13]",
      caller: async (world) => {
        const { member, bytes } = await world.signed();
        await world.chain.faults([{ method: "simulateTransaction", action: "down", times: 1 }]);
        return { member, input: { serializedTransaction: bytes } };
      },
      refused: "CHAIN_UNAVAILABLE",
    },
    {
      title: "refuses too many open deposit requests",
      caller: async (world) => {
        const { member, bytes } = await world.signed({ of: await waiting(world) });
        return { member, input: { serializedTransaction: bytes } };
      },
      refused: "TOO_MANY_DEPOSITS",
    },
    {
      title: "refuses a key already used for another call [M7.54]",
      caller: async (world) => {
        const { member, bytes } = await world.signed();
        return { member, input: { serializedTransaction: bytes } };
      },
      keyUsedBefore: async (world, of) => ({ serializedTransaction: (await world.signed({ of })).bytes }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
};
