import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { callOf } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, freshName, newAnswer, newComment, newMember, newPost, PASSWORD, wordless } from "./support.ts";

const up = (place: Page | Locator) => place.getByRole("button", { name: "Upvote" });
const down = (place: Page | Locator) => place.getByRole("button", { name: "Downvote" });
const net = (place: Page | Locator) => place.getByRole("group", { name: "Votes" });
const article = (page: Page) => page.getByRole("main").getByRole("article").first();
const VOTE = /\/api\/trpc\/(posts|answers|comments)\.vote/;

/** A post with an answer and a comment, all by the same author. */
async function scene(request: APIRequestContext) {
  const author = await newMember(request);
  const id = await newPost(author, { title: freshName("Votes") });
  const answer = await newAnswer(author, id, "An answer");
  const comment = await newComment(author, id, "A comment");
  return { author, id, answer, comment };
}

test.describe("voting", () => {
  test("is visible to visitors but disabled, with 'Login to vote'; pressed, it asks to sign in and then votes, also by keyboard [C6.07]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const { id } = await scene(request);
    const sent: string[] = [];
    page.on("request", (call) => void (VOTE.test(call.url()) && sent.push(call.url())));
    for (const path of ["/community", `/posts/${id}`]) {
      await visit(page, path);
      for (const button of [up(page), down(page)]) {
        await expect(button.first()).toBeDisabled();
        await expect(button.first()).toHaveAttribute("title", "Login to vote");
      }
    }
    await expect(up(page)).toHaveCount(3);
    await up(page).first().focus();
    await expect(up(page).first()).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Sign in to vote" });
    await expect(dialog.getByRole("link", { name: "Sign in" })).toBeFocused();
    await expect(net(page).first()).toContainText("0");
    expect(sent).toEqual([]);
    const voter = await newMember(request);
    await page.keyboard.press("Enter");
    await page.getByLabel("Email").fill(voter.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`/posts/${id}`);
    await expect(up(article(page))).toHaveAttribute("aria-pressed", "true");
    await expect.poll(async () => (await voter.get(`/posts/${id}`)).post).toMatchObject({ userVote: 1 });
  });

  test("gives 1 or -1; a second click removes the vote, and the other arrow reverses it [C4.16 C6.11]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const { id } = await scene(request);
    const voter = await newMember(request);
    await enter(page, voter.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const post = article(page);
    const steps = [
      { button: up(post), shown: "1", vote: 1 },
      { button: up(post), shown: "0", vote: 0 },
      { button: down(post), shown: "−1", vote: -1 },
      { button: up(post), shown: "1", vote: 1 },
      { button: down(post), shown: "−1", vote: -1 },
    ];
    for (const { button, shown, vote } of steps) {
      await button.click();
      await expect(net(post)).toContainText(shown);
      await expect(up(post)).toHaveAttribute("aria-pressed", String(vote === 1));
      await expect(down(post)).toHaveAttribute("aria-pressed", String(vote === -1));
      await expect.poll(async () => (await voter.get(`/posts/${id}`)).post).toMatchObject({ userVote: vote });
    }
    await page.reload();
    await expect(down(post)).toHaveAttribute("aria-pressed", "true");
  });

  test("on a post shows the server's count, including others' votes, in the feed and on its page [C2.089 C4.17]", async ({
    page,
    request,
  }) => {
    const { id } = await scene(request);
    const [voter, other] = [await newMember(request), await newMember(request)];
    await enter(page, voter.email, PASSWORD);
    await visit(page, "/community");
    const row = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator(`#post-${id}`) });
    await expect(net(row)).toContainText("0");
    await other.post(`/posts/${id}/vote`, { value: 1 });
    await up(row).click();
    await expect(net(row)).toContainText("2");
    await row.getByRole("heading").getByRole("link").click();
    await expect(up(article(page))).toHaveAttribute("aria-pressed", "true");
    await expect(net(article(page))).toContainText("2");
    await down(article(page)).click();
    await expect(net(article(page))).toContainText("0");
    await page.goBack();
    await expect(net(row)).toContainText("0");
    await expect(down(row)).toHaveAttribute("aria-pressed", "true");
  });

  for (const kind of ["answer", "comment"] as const) {
    test(`on a ${kind} shows the server's count [C4.18]`, async ({ page, request }) => {
      const target = await scene(request);
      const [voter, other] = [await newMember(request), await newMember(request)];
      await enter(page, voter.email, PASSWORD);
      await visit(page, `/posts/${target.id}`);
      const item = page.locator(`#${kind}-${target[kind]}`);
      await expect(net(item)).toContainText("0");
      const path = kind === "answer" ? `/posts/${target.id}/answers/${target.answer}` : `/comments/${target.comment}`;
      await other.post(`${path}/vote`, { value: 1 });
      await up(item).click();
      await expect(net(item)).toContainText("2");
      await expect(up(item)).toHaveAttribute("aria-pressed", "true");
      const voted = page.waitForResponse(callOf(`${kind}s.vote`));
      await down(item).click();
      await expect(net(item)).toContainText("0");
      await voted;
      await page.reload();
      await expect(down(item)).toHaveAttribute("aria-pressed", "true");
    });
  }

  test("on the member's own post, answer or comment is disabled and says why", async ({ page, request }) => {
    const { author, id, answer, comment } = await scene(request);
    await enter(page, author.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const places = {
      post: article(page),
      answer: page.locator(`#answer-${answer}`),
      comment: page.locator(`#comment-${comment}`),
    };
    for (const [kind, place] of Object.entries(places)) {
      await expect(up(place)).toBeDisabled();
      await expect(up(place)).toHaveAttribute("title", `You cannot vote on your own ${kind}`);
    }
  });

  test("that fails is reverted and only logged, as 'Failed to vote' [C8.11 C8.18]", async ({ page, request }) => {
    const { id, answer, comment } = await scene(request);
    const voter = await newMember(request);
    await enter(page, voter.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await page.route(VOTE, (route) => route.fulfill(wordless));
    for (const place of [article(page), page.locator(`#answer-${answer}`), page.locator(`#comment-${comment}`)]) {
      const logged = page.waitForEvent("console", (message) => message.text().startsWith("Failed to vote"));
      await up(place).click();
      expect((await logged).type()).toBe("error");
      await expect(net(place)).toContainText("0");
      await expect(up(place)).toHaveAttribute("aria-pressed", "false");
    }
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("faster than the server responds sends one vote at a time, and the last one counts", async ({
    page,
    request,
  }) => {
    const { id } = await scene(request);
    const voter = await newMember(request);
    await enter(page, voter.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const sent: unknown[] = [];
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    await page.route(VOTE, async (route) => {
      sent.push(route.request().postDataJSON().value);
      await held;
      await route.continue();
    });
    const post = article(page);
    await up(post).click();
    await down(post).click();
    await up(post).click();
    await down(post).click();
    await expect(net(post)).toContainText("−1");
    expect(sent).toEqual([1]);
    gate.open?.();
    await expect.poll(async () => (await voter.get(`/posts/${id}`)).post).toMatchObject({ userVote: -1 });
    expect(sent).toEqual([1, -1]);
    await expect(net(post)).toContainText("−1");
  });

  test("works by keyboard", async ({ page, request }) => {
    const { id } = await scene(request);
    const voter = await newMember(request);
    await enter(page, voter.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await up(article(page)).focus();
    await page.keyboard.press("Space");
    await expect(net(article(page))).toContainText("1");
    await page.keyboard.press("Tab");
    await expect(down(article(page))).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(net(article(page))).toContainText("−1");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Bookmark" })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Bookmark" })).toHaveAttribute("aria-pressed", "true");
  });
});
