import { expect, type Page } from "@playwright/test";
import { refundRefused, reviewedLongAgo } from "./database.support.ts";
import { card, newVoter, openForm, refundAsked, vote } from "./refunds.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, enter, newMember, PASSWORD } from "./support.ts";
import { expectSound, openPage } from "./wallet.screens.support.ts";

const enterDemo = (page: Page, username: string) => enter(page, demoEmail(username), DEMO_PASSWORD);
const LONG_ENOUGH = "I have looked at it, and nothing here helps.";
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test.describe("refund requests", () => {
  test("ask a visitor to log in, and lead back [C2.027]", async ({ page, request }) => {
    const { requestId } = await refundAsked(request);
    for (const path of ["/refund-requests", `/refund-requests/${requestId}`]) {
      await visit(page, path);
      await expect(page.getByRole("heading", { name: "Sign in to see refund requests" })).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(0);
    }
    await visit(page, "/refund-requests?status=pending");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/redirectTo=%2Frefund-requests%3Fstatus%3Dpending/);
  });

  test("show asker, amount, post, reason, status, time left and votes [M2.26 M2.27 M2.30 M9.04]", async ({
    page,
    request,
  }) => {
    const { title, postId } = await refundAsked(request, { reason: "Nobody explained the second half." });
    await enterDemo(page, "amara");
    await openPage(page, "/refund-requests");
    const mine = card(page, title);
    await expect(mine.getByRole("link", { name: "kenji" })).toHaveAttribute("href", "/users/kenji");
    await expect(mine).toContainText("0.2500 BBUX");
    await expect(mine).toContainText("Nobody explained the second half.");
    await expect(mine).toContainText("Vote open");
    await expect(mine).toContainText("1d 23h left");
    await expect(mine).toContainText("0 of 5 votes");
    await expect(mine.getByRole("link", { name: title })).toHaveAttribute("href", `/posts/${postId}`);
    await mine.getByRole("link", { name: "Details" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(card(page, title).getByRole("region", { name: "Why you can't vote" })).toContainText(
      "Only members who answered, commented on, voted on or bookmarked the post before the request can vote.",
    );
  });

  test("can be filtered by status, also in the URL", async ({ page, request }) => {
    const open = await refundAsked(request);
    const refused = await refundAsked(request);
    await refundRefused(refused.requestId);
    await enterDemo(page, "amara");
    await openPage(page, "/refund-requests");
    await page.getByRole("tab", { name: "Vote open" }).click();
    await expect(page).toHaveURL(/status=pending/);
    await expect(card(page, open.title)).toBeVisible();
    await expect(card(page, refused.title)).toHaveCount(0);
    await openPage(page, "/refund-requests?status=rejected");
    await expect(card(page, refused.title)).toContainText("Rejected");
    await expect(card(page, open.title)).toHaveCount(0);
    await page.getByRole("tab", { name: "Yours" }).click();
    await expect(page.getByRole("tab", { name: "Yours" })).toHaveAttribute("aria-selected", "true");
    await expect(card(page, refused.title)).toHaveCount(0);
    await page.context().clearCookies();
    await enterDemo(page, "kenji");
    await openPage(page, "/refund-requests?status=mine");
    for (const { title } of [open, refused]) await expect(card(page, title)).toContainText("you");
  });

  test("list their votes with approval or rejection and reason [M2.29]", async ({ page, request }) => {
    const voter = await newVoter(request);
    const { title, requestId } = await refundAsked(request, { voters: [voter] });
    await vote(voter, requestId, "reject", LONG_ENOUGH);
    await enterDemo(page, "amara");
    await visit(page, "/refund-requests");
    const mine = card(page, title);
    await expect(mine).toContainText("1 of 5 votes");
    await expect(mine).toContainText("0 to approve");
    await expect(mine).toContainText("1 to reject");
    await mine.getByRole("button", { name: "1 vote" }).click();
    const votes = mine.getByRole("region", { name: "Votes" });
    await expect(votes).toContainText(voter.username);
    await expect(votes).toContainText("Reject");
    await expect(votes).toContainText(LONG_ENOUGH);
    await visit(page, `/refund-requests/${requestId}`);
    await expect(card(page, title).getByRole("region", { name: "Votes" })).toContainText(LONG_ENOUGH);
  });
});

test.describe("the form for a vote", () => {
  test("shows nothing missing to a voter who meets all requirements; the list and a request have no serious violation, on phones and in the dark [M5.22 M5.23 M5.24 M5.25 M5.26]", async ({
    page,
    request,
  }) => {
    test.slow();
    const voter = await newVoter(request);
    const { title, requestId } = await refundAsked(request, { voters: [voter] });
    await voter.get(`/refund-requests/${requestId}`);
    await reviewedLongAgo(voter.id, requestId);
    await enter(page, voter.email, PASSWORD);
    await visit(page, "/refund-requests");
    const form = await openForm(page, title);
    await expect(form.getByRole("listitem").filter({ hasText: ", met" })).toHaveCount(5);
    await expectSound(page);
    await openPage(page, `/refund-requests/${requestId}`);
    await expectSound(page);
  });

  test("is replaced by what is missing for a newcomer, in the list and, with all requirements, on the request's page [M5.16 M5.17 M5.18]", async ({
    page,
    request,
  }) => {
    const { title, requestId } = await refundAsked(request);
    const newcomer = await newMember(request, "newcomer");
    await enter(page, newcomer.email, PASSWORD);
    await visit(page, "/refund-requests");
    const reasons = card(page, title).getByRole("region", { name: "Why you can't vote" });
    await expect(reasons).toContainText("You can't vote on this request");
    await expect(reasons).toContainText(/You need 50 reputation points to vote on refunds\. You have \d+\./);
    await expect(reasons).toContainText("Your account must be 7 days old");
    await expect(card(page, title).getByRole("button", { name: "Vote on this request" })).toHaveCount(0);
    await expectSound(page);
    await openPage(page, `/refund-requests/${requestId}`);
    const asked = reasons.getByRole("region", { name: "What voting takes" }).getByRole("listitem");
    await expect(asked.filter({ hasText: "50 or more reputation points" })).toContainText(/, not met.*You have \d+/);
    await expect(asked.filter({ hasText: "Account age of 7 or more days" })).toContainText(", not met");
    await expect(asked.filter({ hasText: "Prior engagement with the post" })).toContainText(", not met");
    await expect(asked.filter({ hasText: "A 5-minute minimum review time" })).toContainText(/[0-5]:\d\d to go/);
    await expect(asked.filter({ hasText: "At most 10 votes per 24 hours" })).toContainText(", met");
    await expect(card(page, title).getByRole("form")).toHaveCount(0);
    await expectSound(page);
  });
});

test.describe("as time passes", () => {
  // A fake clock stays in its browser.
  test.use({ apart: true });

  test("a request counts down, reads 'Expired' at its end and takes no votes then, and the review time is met when it is over, all without a reload [M2.28 M2.30 M2.31 M5.25]", async ({
    page,
    request,
  }) => {
    const voter = await newVoter(request);
    const { title } = await refundAsked(request, { voters: [voter] });
    await enter(page, voter.email, PASSWORD);
    await page.clock.install();
    await page.goto("/refund-requests");
    const mine = card(page, title);
    await expect(mine).toContainText("1d 23h left");
    const voting = mine.getByRole("button", { name: "Vote on this request" });
    const form = await openForm(page, title);
    const review = form.getByRole("listitem").nth(3);
    await expect(review).toContainText(/[45]:\d\d to go/);
    await page.clock.fastForward("04:00");
    await expect(review).toContainText(/0:\d\d to go/);
    await page.clock.fastForward("01:00");
    await expect(review).toContainText("review time, met");

    await page.clock.fastForward("23:55:30");
    await expect(mine).toContainText(/23h 5\dm left/);
    await page.clock.fastForward("23:20:00");
    await expect(mine).toContainText(/3\dm left/);
    await expect(form.or(voting).first()).toBeVisible();
    await page.clock.fastForward("40:00");
    await expect(mine.getByText("Expired", { exact: true })).toBeVisible();
    await expect(voting).toHaveCount(0);
    await expect(form).toHaveCount(0);
  });
});
