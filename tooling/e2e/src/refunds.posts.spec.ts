import { expect, type Page } from "@playwright/test";
import { bountyEnded, refundRefused } from "./database.support.ts";
import { callOf, postAnswer, refuse } from "./people.support.ts";
import { bountyPost, card, refundAsked } from "./refunds.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, demoMember, enter, newAnswer, newMember, PASSWORD } from "./support.ts";
import { openPage } from "./wallet.screens.support.ts";

const enterDemo = (page: Page, username: string) => enter(page, demoEmail(username), DEMO_PASSWORD);
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test.describe("a denied refund", () => {
  test("can be appealed once by the asker; a moderator grants it, and the bounty is returned [M4.35]", async ({
    page,
    browser,
    request,
  }) => {
    const { title, requestId, postId } = await refundAsked(request);
    await refundRefused(requestId);
    await enterDemo(page, "kenji");
    await visit(page, `/refund-requests/${requestId}`);
    const mine = card(page, title);
    await expect(mine).toContainText("Members voted against the refund.");
    await mine.getByRole("button", { name: "Appeal the decision" }).click();
    const dialog = page.getByRole("dialog", { name: "Appeal the decision?" });
    await dialog.getByLabel("Why is the decision wrong?").fill("The voters had not read the question.");
    await dialog.getByRole("button", { name: "Appeal", exact: true }).click();
    await expect(mine).toContainText("Appeal open");
    await expect(mine).toContainText("The voters had not read the question.");
    await expect(mine.getByRole("button", { name: "Appeal the decision" })).toHaveCount(0);
    await visit(page, `/posts/${postId}`);
    const bounty = page.getByRole("region", { name: "Bounty" });
    await expect(bounty).toContainText("Refund appealed");

    const moderator = await (await browser.newContext()).newPage();
    await enterDemo(moderator, "teodor");
    await openPage(moderator, "/refund-requests?status=appealed");
    const theirs = card(moderator, title);
    await expect(theirs).toContainText("The voters had not read the question.");
    await theirs.getByRole("button", { name: "Grant appeal" }).click();
    const decision = moderator.getByRole("dialog", { name: "Grant the appeal?" });
    await decision.getByLabel("Why").fill("They had not, indeed.");
    await decision.getByRole("button", { name: "Grant and refund" }).click();
    await expect(theirs).toHaveCount(0);
    await moderator.context().close();

    await page.goto(`/refund-requests/${requestId}`);
    await expect(mine).toContainText("Returned");
    await expect(mine).toContainText("They had not, indeed.");
    await page.goto(`/posts/${postId}`);
    await expect(bounty).toContainText("the bounty went back to you");
  });
});

test.describe("the post of a bounty", () => {
  const bounty = (page: Page) => page.getByRole("region", { name: "Bounty" });

  test("offers a refund only to its asker, once the bounty has expired [M4.26]", async ({ page, request }) => {
    const { postId } = await bountyPost(request);
    await enterDemo(page, "kenji");
    await visit(page, `/posts/${postId}`);
    await expect(bounty(page)).toContainText("In escrow");
    await expect(bounty(page).getByRole("button")).toHaveCount(0);
    await bountyEnded(postId);
    await page.reload();
    await expect(bounty(page).getByRole("button", { name: "Ask for a refund" })).toBeVisible();
    await page.context().clearCookies();
    await enterDemo(page, "amara");
    await page.reload();
    await expect(bounty(page)).toContainText("Grace period");
    await expect(bounty(page).getByRole("button")).toHaveCount(0);
    // Eight days later nobody can, and the bounty is settled.
    await bountyEnded(postId, 8 * 24);
    await page.context().clearCookies();
    await enterDemo(page, "kenji");
    await page.reload();
    await expect(bounty(page)).toContainText(/Being settled|went back to you/);
    await expect(bounty(page).getByRole("button")).toHaveCount(0);
  });

  test("says why nothing can be accepted during a refund vote, and links there", async ({ page, request }) => {
    const { postId, title } = await bountyPost(request);
    const helper = await demoMember(request, "oskar");
    await newAnswer(helper, postId, "Have you tried the manual?");
    await bountyEnded(postId);
    await (await demoMember(request, "kenji")).post("/refund-requests", { postId, reason: "It is in no manual." });
    await enterDemo(page, "kenji");
    await visit(page, `/posts/${postId}`);
    await expect(bounty(page)).toContainText("Vote open");
    await expect(bounty(page)).toContainText("1d 23h left");
    await page.getByRole("article", { name: "Answer by oskar" }).getByRole("button", { name: "Accept" }).click();
    const dialog = page.getByRole("dialog", { name: "No answer can be accepted now" });
    await expect(dialog).toContainText("members vote on it until");
    await dialog.getByRole("link", { name: "See the refund request" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  test("can't be deleted once answered, and links to the refund instead [M4.26]", async ({ page, request }) => {
    const { postId } = await bountyPost(request);
    await newAnswer(await demoMember(request, "oskar"), postId, "Have you tried the manual?");
    await bountyEnded(postId);
    await enterDemo(page, "kenji");
    await visit(page, `/posts/${postId}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const refused = page.getByRole("dialog", { name: "This post can't be deleted now" });
    await refused.getByRole("button", { name: "Ask for a refund" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask for a refund?" });
    await expect(refused).toHaveCount(0);
    await dialog.getByLabel("Why should you get the bounty back?").fill("It is in no manual.");
    await refuse(page, "refunds.request", { status: 409, code: "REFUND_EXISTS", error: "Already asked for" });
    await dialog.getByRole("button", { name: "Ask for a refund" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Already asked for");
    await page.unroute(callOf("refunds.request"));
    await dialog.getByRole("button", { name: "Ask for a refund" }).click();
    await page.waitForURL(/\/refund-requests\/\d+$/);
  });

  test("takes answers of others while the bounty runs; only the asker accepts, which resolves it [M4.38 M4.39 M4.42]", async ({
    page,
    browser,
    request,
  }) => {
    const { postId, title } = await bountyPost(request);
    const answerer = await newMember(request, "helper");
    await enter(page, answerer.email, PASSWORD);
    await visit(page, `/posts/${postId}`);
    await expect(bounty(page)).toContainText("In escrow");
    await page.getByRole("textbox", { name: "Your answer" }).fill("By reading the manual.");
    await postAnswer(page);
    const answer = (of: Page) => of.getByRole("article", { name: `Answer by ${answerer.username}` });
    await expect(answer(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);

    const asker = await (await browser.newContext()).newPage();
    await enterDemo(asker, "kenji");
    await asker.goto(`/posts/${postId}`);
    await answer(asker).getByRole("button", { name: "Accept" }).click();
    await asker.getByRole("button", { name: "Accept and pay" }).click();
    await expect(asker.getByRole("article", { name: title })).toContainText("Answered");
    await expect(bounty(asker)).toContainText(`Paid to ${answerer.username} for the accepted answer.`);
    await asker.context().close();
    await page.reload();
    await expect(page.getByRole("article", { name: title })).toContainText("Answered");
  });
});
