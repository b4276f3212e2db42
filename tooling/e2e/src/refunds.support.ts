import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { bountyEnded, reviewedLongAgo, seasoned } from "./database.support.ts";
import { type ApiMember, demoMember, idOf, newComment, newMember, newPost } from "./support.ts";

/** Creates a demo member's post with a bounty of 0.25 BBUX. */
export async function bountyPost(request: APIRequestContext) {
  const asker = await demoMember(request, "kenji");
  const title = `Who explains case ${crypto.randomUUID().slice(0, 8)}?`;
  const postId = await newPost(asker, { title, hasBounty: true, bountyAmount: 0.25 });
  return { asker, postId, title };
}

interface Asking {
  readonly reason?: string;
  /** Members who take part in the post before the request. */
  readonly voters?: readonly ApiMember[];
}

/** Creates such a post with an expired bounty and a refund request. */
export async function refundAsked(request: APIRequestContext, { reason, voters = [] }: Asking = {}) {
  const { asker, postId, title } = await bountyPost(request);
  for (const voter of voters) await newComment(voter, postId, "I would like to know, too.");
  await bountyEnded(postId);
  const answer = await asker.post("/refund-requests", { postId, reason: reason ?? "No answer explains it." });
  return { asker, postId, title, requestId: idOf(answer.request) };
}

/** Creates a member who may vote on what they took part in, once the review time is over. */
export async function newVoter(request: APIRequestContext): Promise<ApiMember> {
  const voter = await newMember(request, "voter");
  await seasoned(voter.id);
  return voter;
}

/** Votes through the API. */
export async function vote(voter: ApiMember, requestId: string, choice: "approve" | "reject", reason: string) {
  await voter.get(`/refund-requests/${requestId}`);
  await reviewedLongAgo(voter.id, requestId);
  await voter.post(`/refund-requests/${requestId}/vote`, { vote: choice, reason });
}

/** Finds a request in the list, or on its own page. */
export const card = (page: Page, title: string) => page.getByRole("article", { name: title });

/** Opens the vote form in the list. */
export async function openForm(page: Page, title: string) {
  await card(page, title).getByRole("button", { name: "Vote on this request" }).click();
  const form = card(page, title).getByRole("form", { name: "Vote on this request" });
  await expect(form).toBeVisible();
  return form;
}
