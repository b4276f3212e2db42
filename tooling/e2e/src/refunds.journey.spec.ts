import { expect, type Page } from "@playwright/test";
import { bountyEnded, reviewedLongAgo, settlementAnnounced } from "./database.support.ts";
import { card, newVoter, openForm } from "./refunds.support.ts";
import { test } from "./shared-page.support.ts";
import { tell } from "./story.support.ts";
import { type ApiMember, enter, freshName, newAnswer, newComment, newMember, newPost, PASSWORD } from "./support.ts";
import { memberWith } from "./wallet.screens.support.ts";

const balance = (page: Page) => page.getByRole("region", { name: "Your balance" }).locator("p").first();
const REASONS = [
  "I took part here, and nothing that was said helps.",
  "The question is good, and nobody has looked at it.",
  "I tried what the comments say, and it does not work.",
  "The asker has waited for a week and got nothing for it.",
  "There is no answer to pay, so the bounty should go back.",
];

test.describe("an asker whose bounty has expired requests a refund, five members vote, and the money is in the wallet [M2.26 M2.27 M2.28 M4.26 M5.14 M5.25]", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["asker", "voter"]);
  const title = `Who has seen ${freshName("this")}?`;
  let postId: string;
  let requestId: string;
  let voters: ApiMember[];
  const bountyOf = (page: Page) => page.getByRole("region", { name: "Bounty" });

  test("a bounty is placed, and five members comment", async ({ request }) => {
    const owner = await memberWith(pages.asker, request, 5);
    postId = await newPost(owner, { title, hasBounty: true, bountyAmount: 2 });
    voters = await Promise.all(REASONS.map(() => newVoter(request)));
    for (const voter of voters) {
      await newComment(voter, postId, "I would like to know, too.");
    }
  });

  test("it expires, and the asker wants it back", async () => {
    const { asker } = pages;
    const bounty = bountyOf(asker);
    await asker.goto(`/posts/${postId}`);
    await expect(bounty).toContainText("In escrow");
    await expect(bounty.getByRole("button")).toHaveCount(0);
    await bountyEnded(postId);
    await asker.reload();
    await expect(bounty).toContainText("You can still accept an answer, or ask for a refund, until");
    await bounty.getByRole("button", { name: "Ask for a refund" }).click();
    const dialog = asker.getByRole("dialog", { name: "Ask for a refund?" });
    await expect(dialog).toContainText("2.0000 BBUX would come back");
    await dialog.getByLabel("Why should you get the bounty back?").fill("Nobody has answered.");
    await dialog.getByRole("button", { name: "Ask for a refund" }).click();
    await asker.waitForURL(/\/refund-requests\/\d+$/);
    requestId = asker.url().split("/").at(-1) ?? "";
    await expect(card(asker, title)).toContainText("0 of 5 votes");
    await expect(card(asker, title)).toContainText(/1d 23h left/);
  });

  for (const index of REASONS.keys()) {
    test(`voter ${index + 1} approves`, async () => {
      const page = pages.voter;
      const voter = voters[index];
      if (!voter) throw new Error("no voter");
      await page.context().clearCookies();
      await enter(page, voter.email, PASSWORD);
      await page.goto("/refund-requests");
      const mine = card(page, title);
      const form = await openForm(page, title);
      const submit = form.getByRole("button", { name: "Submit vote" });
      await expect(form).toContainText(/A 5-minute minimum review time.*[0-4]:\d\d to go/);
      await form.getByLabel("Approve the refund").check();
      await form.getByLabel("Reason").fill(REASONS[index] ?? "");
      if (index === 0) {
        await submit.click();
        await expect(form.getByRole("alert")).toContainText("Failed to submit vote");
        await expect(form.getByRole("alert")).toContainText("Please take 5 minutes to review");
      }
      await reviewedLongAgo(voter.id, requestId);
      if (index === 0) {
        await form.getByLabel("Reason").fill("Too short.");
        await submit.click();
        await expect(form).toContainText("Please provide at least 20 characters of reasoning for your vote");
        await form.getByLabel("Reason").fill(REASONS[0] ?? "");
      }
      await submit.click();
      await expect(page.getByText("It earned you 5 reputation points.")).toBeVisible();
      await expect(mine).toContainText(`${index + 1} of 5 votes`);
      await expect(mine).toContainText("You voted to approve it.");
      await expect(form).toHaveCount(0);
    });
  }

  test("the fifth vote returns the bounty", async () => {
    const { asker } = pages;
    const bounty = bountyOf(asker);
    await asker.reload();
    await expect(card(asker, title)).toContainText("Returned");
    await expect(card(asker, title)).toContainText("The bounty is back in your wallet.");
    for (const reason of REASONS) await expect(card(asker, title)).toContainText(reason);
    await card(asker, title).getByRole("link", { name: "See it in your wallet" }).click();
    // 5 minus the fee of 5% on a bounty of 2.
    await expect(balance(asker)).toHaveText("4.9000 BBUX");
    await expect(
      asker.getByRole("table", { name: "Latest transactions" }).getByRole("row", { name: /refund.*2\.0000 BBUX/i }),
    ).toBeVisible();

    await asker.goto(`/posts/${postId}`);
    await expect(bounty).toContainText("You asked for a refund, and the bounty went back to you.");
    await expect(asker.getByRole("article", { name: title })).toContainText("Closed");
    await expect(bounty.getByRole("button")).toHaveCount(0);
  });
});

test("a member objects to the payment of a large bounty that was announced, and others vote on it", async ({
  browser,
  page,
  request,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const owner = await memberWith(visitor, request, 11);
  await visitor.context().close();
  const title = `Who has heard ${freshName("that")}?`;
  const postId = await newPost(owner, { title, hasBounty: true, bountyAmount: 10 });
  const author = await newMember(request, "author");
  const answerId = await newAnswer(author, postId, "It is like this.");
  const [objector, voter] = await Promise.all([newVoter(request), newVoter(request)]);
  await objector.post(`/posts/${postId}/answers/${answerId}/vote`, { value: 1 });
  for (const member of [objector, voter]) await newComment(member, postId, "I would like to know, too.");
  await settlementAnnounced(postId, answerId);

  const bounty = page.getByRole("region", { name: "Bounty" });
  await enter(page, objector.email, PASSWORD);
  await page.goto(`/posts/${postId}`);
  await expect(bounty).toContainText(`As votes stand now, the bounty will be paid to ${author.username}`);
  await bounty.getByRole("button", { name: "Object to this payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Object to this payment?" });
  await dialog.getByLabel("Why shouldn't this answer be paid?").fill("It copies the manual.");
  await dialog.getByRole("button", { name: "Object" }).click();
  await page.waitForURL(/\/refund-requests\/\d+$/);
  await expect(card(page, title)).toContainText("This is an objection to a payment.");
  await expect(card(page, title)).toContainText("It copies the manual.");

  await page.context().clearCookies();
  await enter(page, voter.email, PASSWORD);
  await page.goto(`/posts/${postId}`);
  await expect(bounty).toContainText("Vote open");
  await expect(bounty.getByRole("button", { name: "Object to this payment" })).toHaveCount(0);
  await bounty.getByRole("link", { name: "See the objection and vote" }).click();
  const form = card(page, title).getByRole("form", { name: "Vote on this request" });
  await expect(form.getByLabel("Return the bounty to the asker")).toBeVisible();
  await expect(form.getByLabel("Pay it as announced")).toBeVisible();
});
