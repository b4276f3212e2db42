import { expireRequests } from "@bbux/api";
import { WALLET } from "@bbux/contract";
import { stranger } from "../wallet.support.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const unknown = "5".repeat(87);
/** A new member with 5 BBUX, and their input. */
const rich = (input: (world: World) => object) => async (world: World) => ({
  member: await world.rich(),
  input: { ...input(world) },
});
const address = (world: World, member: { id: string }) => world.t.services.platformWallet.addressOf(member.id);
const withdrawn = (amount: number) => rich(() => ({ amount, destinationAddress: stranger() }));
/** A member with the maximum number of open deposit requests. */
const waiting = async (world: World) => {
  const member = await world.fresh();
  for (let n = 0; n < WALLET.openDeposits; n++) {
    const payload = { amount: 1 };
    await world.t.app.inject({ method: "POST", url: "/api/wallet/deposit", headers: member.headers, payload });
  }
  return member;
};

export const walletCases: Record<string, Case[]> = {
  "wallet-get": [{ title: "returns balance and latest transactions [M7.02 M3.02]", as: "asker" }],
  "wallet-network": [{ title: "names the cluster", as: "asker" }],
  "wallet-transactions": [
    { title: "returns the latest transactions [M7.03]", as: "asker" },
    { title: "accepts a limit", as: "asker", input: () => ({ limit: 3 }) },
  ],
  "wallet-allTransactions": [
    { title: "returns a page of 20 and the total [M7.04 M2.14]", as: "asker" },
    {
      title: "accepts filters",
      as: "asker",
      input: () => ({ page: 1, limit: 5, type: "bounty", status: "completed", from: "2020-01-01", to: "2099-12-31" }),
    },
    { title: "refuses a limit of zero", as: "asker", input: () => ({ limit: 0 }), refused: "VALIDATION_ERROR" },
    { title: "refuses an invalid day", as: "asker", input: () => ({ from: "soon" }), refused: "VALIDATION_ERROR" },
  ],
  "wallet-transaction": [
    {
      title: "returns one [M3.04 M3.05 M3.06]",
      as: "asker",
      input: async (world) => ({ transactionId: await world.transaction() }),
      same: true,
    },
    {
      title: "doesn't find another member's",
      as: "helper",
      input: async (world) => ({ transactionId: await world.transaction() }),
      refused: "NOT_FOUND",
    },
  ],
  "wallet-balanceHistory": [
    {
      title: "returns points",
      caller: async (world) => ({ member: await world.rich(), input: { range: "all" } }),
    },
    { title: "refuses an unknown range", as: "asker", input: () => ({ range: "eon" }), refused: "VALIDATION_ERROR" },
  ],
  "wallet-action": [
    {
      title: "requests a manual deposit [M7.05]",
      as: "helper",
      input: () => ({ action: "deposit", amount: 1 }),
      same: true,
    },
    {
      title: "withdraws [M7.06]",
      caller: rich(() => ({ action: "withdraw", amount: "1", destinationAddress: stranger() })),
    },
    {
      title: "refuses an unknown action",
      as: "helper",
      input: () => ({ action: "x", amount: 1 }),
      refused: "BAD_REQUEST",
    },
    {
      title: "refuses to withdraw more than the balance [M8.27]",
      caller: rich(() => ({ action: "withdraw", amount: 6, destinationAddress: stranger() })),
      refused: "INSUFFICIENT_BALANCE",
    },
    {
      title: "refuses a withdrawal above the daily limit",
      caller: rich(() => ({ action: "withdraw", amount: 1_001, destinationAddress: stranger() })),
      refused: "WITHDRAWAL_LIMIT",
    },
    {
      title: "refuses too many open deposit requests",
      caller: async (world) => ({ member: await waiting(world), input: { action: "deposit", amount: 1 } }),
      refused: "TOO_MANY_DEPOSITS",
    },
    {
      title: "refuses a deposit by a suspended member",
      caller: async ({ suspended }) => ({ member: suspended, input: { action: "deposit", amount: 1 } }),
      refused: "ACCOUNT_SUSPENDED",
    },
    {
      title: "refuses a key already used for another amount [M7.54]",
      as: "helper",
      keyUsedWith: () => ({ action: "deposit", amount: 1 }),
      input: () => ({ action: "deposit", amount: 2 }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
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
  "wallet-withdraw": [
    { title: "returns the transaction with fee and net amount [M7.34]", caller: withdrawn(2) },
    { title: "refuses more than the balance [M8.27]", caller: withdrawn(6), refused: "INSUFFICIENT_BALANCE" },
    { title: "refuses more than the daily limit", caller: withdrawn(1_001), refused: "WITHDRAWAL_LIMIT" },
    {
      title: "refuses an invalid destination",
      caller: rich(() => ({ amount: 1, destinationAddress: "here" })),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses a key already used for another amount [M7.54]",
      as: "asker",
      keyUsedWith: () => ({ amount: 1, destinationAddress: stranger() }),
      input: () => ({ amount: 2, destinationAddress: stranger() }),
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
  "wallet-processWithdrawal": [
    {
      title: "returns the state of a final withdrawal [M7.11]",
      caller: async (world) => {
        const { member, transactionId } = await world.withdrawn();
        await world.paidOut();
        return { member, input: { transactionId } };
      },
    },
    {
      title: "returns 202 while it is in progress [M7.11]",
      caller: async (world) => {
        const { member, transactionId } = await world.withdrawn();
        return { member, input: { transactionId } };
      },
      pending: true,
    },
    {
      title: "doesn't find another member's",
      as: "helper",
      input: async (world) => ({ transactionId: (await world.withdrawn()).transactionId }),
      refused: "NOT_FOUND",
    },
    {
      title: "refuses a key already used for another call [M7.54]",
      caller: async (world) => {
        const { member, transactionId } = await world.withdrawn();
        return { member, input: { transactionId } };
      },
      keyUsedBefore: async (world, member) => {
        const { transactionId } = await world.withdrawn(member);
        await world.paidOut();
        return { transactionId };
      },
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
  "wallet-setWithdrawalAddress": [
    { title: "saves an address", as: "helper", input: () => ({ address: stranger() }) },
    { title: "removes the saved address", as: "helper", input: () => ({ address: null }) },
    {
      title: "refuses an invalid value",
      as: "helper",
      input: () => ({ address: "here" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "reserves-get": [{ title: "needs no session", varies: ["checkedAt"] }],
};
