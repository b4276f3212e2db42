import { beforeEach, expect, it, vi } from "vitest";
import { client } from "./trpc.ts";

/** What reached the server: procedure and headers. */
const sent: [procedure: string, key: string | null][] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (asked: string, init?: RequestInit) => {
    sent.push([
      new URL(asked, "http://x").pathname.replace("/api/trpc/", ""),
      new Headers(init?.headers).get("idempotency-key"),
    ]);
    return Response.json({ result: { data: {} } });
  });
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it("every call that moves money has an Idempotency-Key of its own [M7.54]", async () => {
  const postId = "1";
  await client.posts.create.mutate({ title: "T", content: "C", tags: ["x"], bountyAmount: "1" });
  await client.posts.delete.mutate({ id: postId });
  await client.answers.accept.mutate({ postId, answerId: "2" });
  await client.moderation.closePost.mutate({ id: postId, reason: "x" });
  await client.governance.stake.mutate({ amount: "1" });
  await client.governance.unstake.mutate({ amount: "1" });
  await client.governance.act.mutate({ action: "stake", amount: "1" });
  await client.proposals.submit.mutate({ type: "SIGNAL", title: "T", proposal: "P" });
  await client.proposals.vote.mutate({ id: "3", vote: "for" });
  await client.refunds.request.mutate({ postId, reason: "x" });
  await client.refunds.vote.mutate({ id: "4", vote: "approve", reason: "x" });
  await client.refunds.appeal.mutate({ id: "4", reason: "x" });
  await client.refunds.decideAppeal.mutate({ id: "4", decision: "grant", note: "x" });
  await client.wallet.action.mutate({ action: "deposit", amount: "1" });
  await client.wallet.deposit.mutate({ amount: "1" });
  await client.wallet.withdraw.mutate({ amount: "1" });
  await client.wallet.processWithdrawal.mutate({ transactionId: "5" });
  await client.wallet.confirmDeposit.mutate({ signature: "5" });
  await client.wallet.confirmDirectDeposit.mutate({ signature: "5", amount: "1", destinationAddress: "x" });
  await client.wallet.sendTransaction.mutate({ serializedTransaction: [1] });
  expect(sent).toHaveLength(20);
  for (const [procedure, key] of sent) expect(key, procedure).toMatch(UUID);
  expect(new Set(sent.map(([, key]) => key)).size).toBe(20);
});
