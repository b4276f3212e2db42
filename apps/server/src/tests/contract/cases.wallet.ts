import { stranger } from "../wallet.support.ts";
import { strict } from "./cases.allow-list.ts";
import { waiting } from "./cases.deposits.ts";
import { stale } from "./cases.factors.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

/** A new member with 5 BBUX, and their input. */
const rich = (input: (world: World) => object) => async (world: World) => ({
  member: await world.rich(),
  input: { ...input(world) },
});
const withdrawn = (amount: number) => rich(() => ({ amount, destinationAddress: stranger() }));

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
      title: "refuses a withdrawal to a new address without a fresh proof",
      caller: async (world) => ({
        member: await stale(world),
        input: { action: "withdraw", amount: 1, destinationAddress: stranger() },
      }),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses a withdrawal to an address that isn't on the list",
      caller: async (world) => ({
        member: await strict(world),
        input: { action: "withdraw", amount: 1, destinationAddress: stranger() },
      }),
      refused: "ADDRESS_NOT_ALLOWED",
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
      title: "refuses a withdrawal before the email address is confirmed",
      caller: async ({ unverified }) => ({
        member: unverified,
        input: { action: "withdraw", amount: "1", destinationAddress: stranger() },
      }),
      refused: "EMAIL_UNVERIFIED",
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
  "wallet-withdraw": [
    { title: "returns the transaction with fee and net amount [M7.34]", caller: withdrawn(2) },
    { title: "refuses more than the balance [M8.27]", caller: withdrawn(6), refused: "INSUFFICIENT_BALANCE" },
    { title: "refuses more than the daily limit", caller: withdrawn(1_001), refused: "WITHDRAWAL_LIMIT" },
    {
      title: "refuses a new address without a fresh proof",
      caller: async (world) => ({
        member: await stale(world),
        input: { amount: 1, destinationAddress: stranger() },
      }),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses an address that isn't on the list",
      caller: async (world) => ({
        member: await strict(world),
        input: { amount: 1, destinationAddress: stranger() },
      }),
      refused: "ADDRESS_NOT_ALLOWED",
    },
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
  "wallet-cancelWithdrawal": [
    {
      title: "cancels a withdrawal that is held for security",
      caller: async (world) => {
        const { member, transactionId } = await world.withdrawn();
        await world.held(member);
        return { member, input: { transactionId } };
      },
    },
    {
      title: "doesn't find another member's",
      as: "helper",
      input: async (world) => ({ transactionId: (await world.withdrawn()).transactionId }),
      refused: "NOT_FOUND",
    },
    {
      title: "refuses one that isn't held",
      caller: async (world) => {
        const { member, transactionId } = await world.withdrawn();
        return { member, input: { transactionId } };
      },
      refused: "WITHDRAWAL_NOT_HELD",
    },
  ],
  "wallet-setWithdrawalAddress": [
    { title: "saves an address", as: "helper", input: () => ({ address: stranger() }) },
    { title: "removes the saved address", as: "helper", input: () => ({ address: null }) },
    {
      title: "refuses a new one without a fresh proof",
      caller: async (world) => ({ member: await stale(world), input: { address: stranger() } }),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses an invalid value",
      as: "helper",
      input: () => ({ address: "here" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "reserves-get": [{ title: "needs no session", varies: ["checkedAt"] }],
};
