import { expect, type Page, test } from "@playwright/test";
import { bountyEnded, refundRefused, reviewedLongAgo } from "./database.support.ts";
import { callOf, refuse } from "./people.support.ts";
import { bountyPost, card, newVoter, openForm, refundAsked, vote } from "./refunds.support.ts";
import { DEMO_PASSWORD, demoEmail, demoMember, enter, newAnswer, newMember, PASSWORD, wordless } from "./support.ts";
import { amend, arrive, violations } from "./wallet.screens.support.ts";

const enterDemo = (page: Page, username: string) => enter(page, demoEmail(username), DEMO_PASSWORD);
const LONG_ENOUGH = "I have looked at it, and nothing here helps.";
// What is still under way when a test ends has nobody left to answer.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test.describe("refund requests", () => {
  test("ask a visitor to log in, and lead back [C2.027]", async ({ page, request }) => {
    const { requestId } = await refundAsked(request);
    for (const path of ["/refund-requests", `/refund-requests/${requestId}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Sign in to see refund requests" })).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(0);
    }
    await page.goto("/refund-requests?status=pending");
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/redirectTo=%2Frefund-requests%3Fstatus%3Dpending/);
  });

  test("show who, how much, of which post, why, how it stands, the time left and the votes [M2.26 M2.27 M2.30 M9.04]", async ({
    page,
    request,
  }) => {
    const { title, postId } = await refundAsked(request, { reason: "Nobody explained the second half." });
    await enterDemo(page, "amara");
    await arrive(page, "/refund-requests");
    const mine = card(page, title);
    await expect(mine.getByRole("link", { name: "kenji" })).toHaveAttribute("href", "/users/kenji");
    await expect(mine).toContainText("0.2500 BBUX");
    await expect(mine).toContainText("Nobody explained the second half.");
    await expect(mine).toContainText("Pending");
    await expect(mine).toContainText("1d 23h left");
    await expect(mine).toContainText("0 of 5 votes");
    await expect(mine.getByRole("link", { name: title })).toHaveAttribute("href", `/posts/${postId}`);
    await mine.getByRole("link", { name: "Details" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(card(page, title).getByRole("form")).toBeVisible();
  });

  test("can be narrowed by how they stand, in the address too", async ({ page, request }) => {
    const open = await refundAsked(request);
    const refused = await refundAsked(request);
    await refundRefused(refused.requestId);
    await enterDemo(page, "amara");
    await arrive(page, "/refund-requests");
    await page.getByRole("tab", { name: "Open" }).click();
    await expect(page).toHaveURL(/status=pending/);
    await expect(card(page, open.title)).toBeVisible();
    await expect(card(page, refused.title)).toHaveCount(0);
    await arrive(page, "/refund-requests?status=rejected");
    await expect(card(page, refused.title)).toContainText("Rejected");
    await expect(card(page, open.title)).toHaveCount(0);
    await page.getByRole("tab", { name: "Yours" }).click();
    await expect(page.getByRole("tab", { name: "Yours" })).toHaveAttribute("aria-selected", "true");
    await expect(card(page, refused.title)).toHaveCount(0);
    await page.context().clearCookies();
    await enterDemo(page, "kenji");
    await arrive(page, "/refund-requests?status=mine");
    for (const { title } of [open, refused]) await expect(card(page, title)).toContainText("you");
  });

  test("count their time down, and read 'Expired' once it has passed, without a reload; then they take no votes [M2.28 M2.30 M2.31]", async ({
    page,
    request,
  }) => {
    const { title } = await refundAsked(request);
    await enterDemo(page, "amara");
    await page.clock.install();
    await page.goto("/refund-requests");
    const mine = card(page, title);
    const voting = mine.getByRole("button", { name: "Vote on this request" });
    await expect(mine).toContainText("1d 23h left");
    await page.clock.fastForward("24:00:30");
    await expect(mine).toContainText(/23h 5\dm left/);
    await page.clock.fastForward("23:20:00");
    await expect(mine).toContainText(/3\dm left/);
    await expect(voting).toBeVisible();
    await page.clock.fastForward("40:00");
    await expect(mine.getByText("Expired", { exact: true })).toBeVisible();
    await expect(voting).toHaveCount(0);
  });

  test("without rows: 'No active refund requests' [M2.32]", async ({ page }) => {
    await enterDemo(page, "amara");
    await amend(page, "refunds.list", (list: unknown[]) => list.splice(0));
    await page.goto("/refund-requests");
    await expect(page.getByText("No active refund requests", { exact: true })).toBeVisible();
    await page.goto("/refund-requests?status=pending");
    await expect(page.getByText("No active refund requests", { exact: true })).toBeVisible();
  });

  test("that cannot be loaded: 'Failed to fetch refund requests', and again on a click [M8.04]", async ({ page }) => {
    await enterDemo(page, "amara");
    await refuse(page, "refunds.list", { error: "Too many requests", status: 429, code: "RATE_LIMITED" });
    await page.goto("/refund-requests");
    const alert = page.getByRole("alert").filter({ hasText: "Failed to fetch refund requests" });
    await expect(alert).toContainText("Too many requests");
    await page.unroute(callOf("refunds.list"));
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toHaveCount(0);
    await page.route(callOf("refunds.list"), (route) => route.abort());
    await page.goto("/refund-requests");
    await expect(alert).toBeVisible({ timeout: 20_000 });
  });

  test("list their votes: who, approve or reject, and why [M2.29]", async ({ page, request }) => {
    const voter = await newVoter(request);
    const { title, requestId } = await refundAsked(request, { voters: [voter] });
    await vote(voter, requestId, "reject", LONG_ENOUGH);
    await enterDemo(page, "amara");
    await page.goto("/refund-requests");
    const mine = card(page, title);
    await expect(mine).toContainText("1 of 5 votes");
    await expect(mine).toContainText("0 to approve");
    await expect(mine).toContainText("1 to reject");
    await mine.getByRole("button", { name: "1 vote" }).click();
    const votes = mine.getByRole("region", { name: "Votes" });
    await expect(votes).toContainText(voter.username);
    await expect(votes).toContainText("Reject");
    await expect(votes).toContainText(LONG_ENOUGH);
    await page.goto(`/refund-requests/${requestId}`);
    await expect(card(page, title).getByRole("region", { name: "Votes" })).toContainText(LONG_ENOUGH);
  });

  test("without serious violations, open and decided, on phones and in the dark", async ({ page, request }) => {
    test.slow();
    const voter = await newVoter(request);
    const { title, requestId } = await refundAsked(request, { voters: [voter] });
    await enter(page, voter.email, PASSWORD);
    for (const [width, colorScheme] of [
      [360, "dark"],
      [1280, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await arrive(page, "/refund-requests");
      await openForm(page, title);
      expect(await violations(page)).toEqual([]);
      expect(await tooWide(page)).toBe(0);
      await arrive(page, `/refund-requests/${requestId}`);
      expect(await violations(page)).toEqual([]);
      expect(await tooWide(page)).toBe(0);
    }
  });
});

/** Pixels by which the page is wider than its window. */
function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test.describe("the form for a vote", () => {
  test("states what is asked of a voter, and what a newcomer misses [M5.22 M5.23 M5.24 M5.25 M5.26]", async ({
    page,
    request,
  }) => {
    const { title } = await refundAsked(request);
    const newcomer = await newMember(request, "newcomer");
    await enter(page, newcomer.email, PASSWORD);
    await page.goto("/refund-requests");
    const form = await openForm(page, title);
    const asked = form.getByRole("listitem");
    await expect(asked).toHaveCount(5);
    await expect(asked.nth(0)).toContainText(/50 or more reputation points, not met.*You have \d+/);
    await expect(asked.nth(1)).toContainText("Account age of 7 or more days, not met");
    await expect(asked.nth(2)).toContainText("Prior engagement with the post, not met");
    await expect(asked.nth(3)).toContainText(/A 5-minute minimum review time, not met[0-5]:\d\d to go/);
    await expect(asked.nth(4)).toContainText("At most 10 votes per 24 hours, met");
    await form.getByLabel("Reject it").check();
    await form.getByLabel("Reason").fill(LONG_ENOUGH);
    await form.getByRole("button", { name: "Submit vote" }).click();
    await expect(form.getByRole("alert")).toContainText("Failed to submit vote");
    await expect(form.getByRole("alert")).toContainText("You need 50 reputation points");
  });

  test("lets nothing be missed by who fulfils it all [M5.22 M5.23 M5.24 M5.25 M5.26]", async ({ page, request }) => {
    const voter = await newVoter(request);
    const { title, requestId } = await refundAsked(request, { voters: [voter] });
    await voter.get(`/refund-requests/${requestId}`);
    await reviewedLongAgo(voter.id, requestId);
    await enter(page, voter.email, PASSWORD);
    await page.goto("/refund-requests");
    const form = await openForm(page, title);
    await expect(form.getByRole("listitem").filter({ hasText: ", met" })).toHaveCount(5);
  });

  test("counts the review time down, and is met when it is over without a reload [M5.25]", async ({
    page,
    request,
  }) => {
    const voter = await newVoter(request);
    const { title } = await refundAsked(request, { voters: [voter] });
    await enter(page, voter.email, PASSWORD);
    await page.clock.install();
    await page.goto("/refund-requests");
    const review = (await openForm(page, title)).getByRole("listitem").nth(3);
    await expect(review).toContainText(/[45]:\d\d to go/);
    await page.clock.fastForward("04:00");
    await expect(review).toContainText(/0:\d\d to go/);
    await page.clock.fastForward("01:00");
    await expect(review).toContainText("review time, met");
  });

  test("wants a choice, and 20 characters: 'Please provide at least 20 characters of reasoning for your vote' [M5.14]", async ({
    page,
    request,
  }) => {
    const { title } = await refundAsked(request);
    await enterDemo(page, "amara");
    await page.goto("/refund-requests");
    const form = await openForm(page, title);
    let sent = 0;
    page.on("request", (one) => {
      if (callOf("refunds.vote").test(one.url()) && one.method() === "POST") sent++;
    });
    await form.getByLabel("Reason").fill(`  ${"x".repeat(19)}  `);
    await expect(form).toContainText("19 of at least 20 characters");
    await form.getByRole("button", { name: "Submit vote" }).click();
    await expect(form).toContainText("Please provide at least 20 characters of reasoning for your vote");
    await expect(form).toContainText("Please choose whether to approve or to reject");
    expect(sent).toBe(0);
  });

  test("that fails says 'Failed to submit vote', why, and keeps what was written [M8.18]", async ({
    page,
    request,
  }) => {
    const { title } = await refundAsked(request);
    await enterDemo(page, "amara");
    await page.goto("/refund-requests");
    const form = await openForm(page, title);
    await form.getByLabel("Approve the refund").check();
    await form.getByLabel("Reason").fill(LONG_ENOUGH);
    const submit = form.getByRole("button", { name: "Submit vote" });
    const alert = form.getByRole("alert");
    await page.route(callOf("refunds.vote"), (route) =>
      route.request().method() === "POST" ? route.fulfill(wordless) : route.continue(),
    );
    await submit.click();
    await expect(alert).toContainText("Failed to submit vote");
    await page.unroute(callOf("refunds.vote"));
    await page.route(callOf("refunds.vote"), (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await submit.click();
    await expect(alert).toContainText(/Failed to submit vote.*Network error/s);
    await expect(form.getByLabel("Reason")).toHaveValue(LONG_ENOUGH);
    await page.unroute(callOf("refunds.vote"));
    await submit.click();
    await expect(alert).toContainText(/Failed to submit vote/);
    await expect(alert).toContainText("Only members who answered, commented on, voted on or bookmarked");
  });

  test("is for PENDING requests of others alone [M2.28]", async ({ page, request }) => {
    const own = await refundAsked(request);
    const refused = await refundAsked(request);
    await refundRefused(refused.requestId);
    await enterDemo(page, "kenji");
    await page.goto("/refund-requests");
    await expect(card(page, own.title)).toContainText("Members who took part in the post vote until");
    await expect(card(page, own.title).getByRole("button", { name: "Vote on this request" })).toHaveCount(0);
    await page.context().clearCookies();
    await enterDemo(page, "amara");
    await page.goto(`/refund-requests/${refused.requestId}`);
    await expect(card(page, refused.title)).toContainText("Rejected");
    await expect(page.getByRole("form")).toHaveCount(0);
  });
});

test.describe("a refused refund", () => {
  test("can be appealed once by who asked; a moderator grants it, and the bounty is back [M4.35]", async ({
    page,
    browser,
    request,
  }) => {
    const { title, requestId, postId } = await refundAsked(request);
    await refundRefused(requestId);
    await enterDemo(page, "kenji");
    await page.goto(`/refund-requests/${requestId}`);
    const mine = card(page, title);
    await expect(mine).toContainText("The members who voted refused the refund.");
    await mine.getByRole("button", { name: "Appeal the decision" }).click();
    const dialog = page.getByRole("dialog", { name: "Appeal the decision?" });
    await dialog.getByLabel("Why is the decision wrong?").fill("The voters had not read the question.");
    await dialog.getByRole("button", { name: "Appeal", exact: true }).click();
    await expect(mine).toContainText("Appeal open");
    await expect(mine).toContainText("The voters had not read the question.");
    await expect(mine.getByRole("button", { name: "Appeal the decision" })).toHaveCount(0);
    await page.goto(`/posts/${postId}`);
    const bounty = page.getByRole("region", { name: "Bounty" });
    await expect(bounty).toContainText("Refund appealed");

    const moderator = await (await browser.newContext()).newPage();
    await enterDemo(moderator, "teodor");
    await arrive(moderator, "/refund-requests?status=appealed");
    const theirs = card(moderator, title);
    await expect(theirs).toContainText("The voters had not read the question.");
    await theirs.getByRole("button", { name: "Grant appeal" }).click();
    const decision = moderator.getByRole("dialog", { name: "Grant the appeal?" });
    await decision.getByLabel("Why").fill("They had not, indeed.");
    await decision.getByRole("button", { name: "Grant and refund" }).click();
    await expect(theirs).toHaveCount(0);
    await moderator.context().close();

    await page.goto(`/refund-requests/${requestId}`);
    await expect(mine).toContainText("Completed");
    await expect(mine).toContainText("They had not, indeed.");
    await page.goto(`/posts/${postId}`);
    await expect(bounty).toContainText("the bounty went back to you");
  });

  test("is no member's to decide about", async ({ page, request }) => {
    const { asker, title, requestId } = await refundAsked(request);
    await refundRefused(requestId);
    await asker.post(`/refund-requests/${requestId}/appeal`, { reason: "They had not read it." });
    await enterDemo(page, "amara");
    await page.goto(`/refund-requests/${requestId}`);
    await expect(card(page, title)).toContainText("Appeal open");
    await expect(page.getByRole("button", { name: /appeal/i })).toHaveCount(0);
  });
});

test.describe("the post of a bounty", () => {
  const bounty = (page: Page) => page.getByRole("region", { name: "Bounty" });

  test("offers a refund to its asker alone, once the bounty has run out [M4.26]", async ({ page, request }) => {
    const { postId } = await bountyPost(request);
    await enterDemo(page, "kenji");
    await page.goto(`/posts/${postId}`);
    await expect(bounty(page)).toContainText("In escrow");
    await expect(bounty(page).getByRole("button")).toHaveCount(0);
    await bountyEnded(postId);
    await page.reload();
    await expect(bounty(page).getByRole("button", { name: "Ask for a refund" })).toBeVisible();
    await page.context().clearCookies();
    await enterDemo(page, "amara");
    await page.reload();
    await expect(bounty(page)).toContainText("Time is up");
    await expect(bounty(page).getByRole("button")).toHaveCount(0);
    // Eight days later nobody can, and what lies there is settled.
    await bountyEnded(postId, 8 * 24);
    await page.context().clearCookies();
    await enterDemo(page, "kenji");
    await page.reload();
    await expect(bounty(page)).toContainText(/Being settled|went back to you/);
    await expect(bounty(page).getByRole("button")).toHaveCount(0);
  });

  test("says why nothing can be accepted while a refund is voted on, and leads there", async ({ page, request }) => {
    const { postId, title } = await bountyPost(request);
    const helper = await demoMember(request, "oskar");
    await newAnswer(helper, postId, "Have you tried the manual?");
    await bountyEnded(postId);
    await (await demoMember(request, "kenji")).post("/refund-requests", { postId, reason: "It is in no manual." });
    await enterDemo(page, "kenji");
    await page.goto(`/posts/${postId}`);
    await expect(bounty(page)).toContainText("Refund asked for");
    await expect(bounty(page)).toContainText("1d 23h left");
    await page.getByRole("article", { name: "Answer by oskar" }).getByRole("button", { name: "Accept" }).click();
    const dialog = page.getByRole("dialog", { name: "No answer can be accepted now" });
    await expect(dialog).toContainText("members vote on it until");
    await dialog.getByRole("link", { name: "See the refund request" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  test("cannot be deleted once answered, and leads to the refund instead [M4.26]", async ({ page, request }) => {
    const { postId } = await bountyPost(request);
    await newAnswer(await demoMember(request, "oskar"), postId, "Have you tried the manual?");
    await bountyEnded(postId);
    await enterDemo(page, "kenji");
    await page.goto(`/posts/${postId}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const refused = page.getByRole("dialog", { name: "This post cannot be deleted now" });
    await refused.getByRole("button", { name: "Ask for a refund" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask for a refund?" });
    await expect(refused).toHaveCount(0);
    await dialog.getByLabel("Why should the bounty come back?").fill("It is in no manual.");
    await refuse(page, "refunds.request", { status: 409, code: "REFUND_EXISTS", error: "Already asked for" });
    await dialog.getByRole("button", { name: "Ask for a refund" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Already asked for");
    await page.unroute(callOf("refunds.request"));
    await dialog.getByRole("button", { name: "Ask for a refund" }).click();
    await page.waitForURL(/\/refund-requests\/\d+$/);
  });

  test("takes answers of others while the bounty runs; only the asker accepts, and it is resolved then [M4.38 M4.39 M4.42]", async ({
    page,
    browser,
    request,
  }) => {
    const { postId, title } = await bountyPost(request);
    const answerer = await newMember(request, "helper");
    await enter(page, answerer.email, PASSWORD);
    await page.goto(`/posts/${postId}`);
    await expect(bounty(page)).toContainText("In escrow");
    await page.getByRole("textbox", { name: "Your answer" }).fill("By reading the manual.");
    await page.getByRole("button", { name: "Post answer" }).click();
    const answer = (of: Page) => of.getByRole("article", { name: `Answer by ${answerer.username}` });
    await expect(answer(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);

    const asker = await (await browser.newContext()).newPage();
    await enterDemo(asker, "kenji");
    await asker.goto(`/posts/${postId}`);
    await answer(asker).getByRole("button", { name: "Accept" }).click();
    await asker.getByRole("button", { name: "Accept and pay" }).click();
    await expect(asker.getByRole("article", { name: title })).toContainText("Completed");
    await expect(bounty(asker)).toContainText(`Paid to ${answerer.username} for the accepted answer.`);
    await asker.context().close();
    await page.reload();
    await expect(page.getByRole("article", { name: title })).toContainText("Completed");
  });
});
