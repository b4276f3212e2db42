import { expect, type Page, test } from "@playwright/test";
import { enter, newMember, PASSWORD } from "./support.ts";

const callOf = (name: string) => new RegExp(`/api/trpc/[^?]*${name.replace(".", "\\.")}`);
const figures = (page: Page) => page.getByRole("region", { name: "The platform in numbers" });
const figure = (page: Page, name: string) =>
  figures(page).locator("div").filter({ hasText: name }).locator("dd").first();

interface Stats {
  readonly activeBounties: number;
  readonly questionsAnswered: number;
  readonly totalRewards: string;
  readonly communityMembers: number;
}

/** Answers tRPC queries in place of the server, wherever they are in a batch, and passes the others on. */
async function answerInstead(page: Page, instead: Record<string, (now: object) => object>): Promise<void> {
  await page.route("**/api/trpc/**", async (route) => {
    const names = new URL(route.request().url()).pathname.split("/trpc/")[1]?.split(",") ?? [];
    if (!names.some((name) => name in instead)) return route.fallback();
    const response = await route.fetch();
    const answers: { result: { data: object } }[] = await response.json();
    for (const [index, name] of names.entries()) {
      const [answer, data] = [answers[index], instead[name]];
      if (answer && data) answer.result.data = data(answer.result.data);
    }
    return route.fulfill({ response, json: answers });
  });
}

test.describe("the front page", () => {
  test("says what the platform is, and leads in; has three cards about trust; shows the server's statistics; answers questions, also by keyboard [C2.001 C2.002 C2.003 C2.004]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const shown = () =>
      Promise.all([figure(page, "Questions answered"), figure(page, "Total rewards")].map((one) => one.textContent()));
    // Other tests accept answers in the meantime.
    await expect(async () => {
      await page.goto("/");
      const { questionsAnswered, totalRewards }: Stats = await (await request.get("/api/stats")).json();
      expect(await shown()).toEqual([String(questionsAnswered), `${Number(totalRewards).toFixed(2)} SOL`]);
    }).toPass();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good questions deserve paid answers.");
    await expect(page.getByRole("main").getByRole("link", { name: "Sign up" }).first()).toHaveAttribute(
      "href",
      "/signup",
    );
    await expect(page.getByRole("main").getByRole("link", { name: "Ask a question" }).first()).toHaveAttribute(
      "href",
      "/posts/create",
    );
    const cards = page.getByRole("region", { name: "What you can rely on" }).getByRole("article");
    await expect(cards).toHaveCount(3);
    for (const card of await cards.all()) await expect(card.getByRole("heading", { level: 3 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(3);

    await expect(figure(page, "Active bounties")).not.toHaveText("0");
    await expect(figures(page).locator("dt")).toHaveText([
      "Active bounties",
      "Questions answered",
      "Total rewards",
      "Community members",
    ]);

    const faq = page.getByRole("region", { name: "Common questions" });
    const answer = faq.getByText("Anyone can read, and asking and answering");
    await expect(answer).toBeHidden();
    await faq.getByText("Do I need a wallet to take part?").focus();
    await page.keyboard.press("Enter");
    await expect(answer).toBeVisible();

    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await page.goto("/");
    await page.getByRole("link", { name: "Go to the community" }).click();
    await expect(page).toHaveURL(/\/community$/);
  });

  test("writes thousands with K, millions with M, and rewards in SOL with two decimals; says so without empty boxes on a platform's first day [C9.20 C9.21]", async ({
    page,
  }) => {
    const many = { activeBounties: 12_345, questionsAnswered: 2_500_000, totalRewards: "98765.4321" };
    const none = { posts: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } };
    await answerInstead(page, {
      "stats.get": (now) => ({ ...now, ...many, communityMembers: 48_210 }),
      "posts.list": () => none,
      "tags.list": () => ({ data: [] }),
    });
    await page.goto("/");
    await expect(figure(page, "Active bounties")).toHaveText("12.3K");
    await expect(figure(page, "Questions answered")).toHaveText("2.5M");
    await expect(figure(page, "Total rewards")).toHaveText("98,765.43 SOL");
    await expect(figure(page, "Community members")).toHaveText("48.2K");
    const board = page.getByRole("region", { name: "Latest bounties" });
    await expect(board).toContainText("The board is still empty.");
    await expect(board.getByRole("link", { name: "Ask the first question" })).toBeVisible();
    await expect(board.getByRole("list")).toHaveCount(0);
    await expect(board.getByRole("heading", { level: 3 })).toHaveCount(0);
  });

  test("shows zeros when the statistics call fails [C8.39]", async ({ page }) => {
    let failed = 0;
    await page.route(callOf("stats.get"), (route) => {
      failed++;
      return route.abort();
    });
    await page.goto("/");
    await expect.poll(() => failed).toBeGreaterThan(2);
    await expect(figures(page).locator("dd")).toHaveText(["0", "0", "0.00 SOL", "0"]);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("shows current activity (open bounties with the time left, payouts, topics), and live figures that show liabilities are covered", async ({
    page,
    request,
  }) => {
    await page.goto("/");
    const board = page.getByRole("region", { name: "Latest bounties" });
    const open = board.getByRole("list").first().getByRole("listitem");
    await expect(open.first()).toContainText(/BBUX.*left/s);
    const paid = board.locator("li").filter({ hasText: "was paid" }).first();
    await expect(paid.getByRole("link")).toHaveCount(2);
    const winner = (await paid.getByRole("link").nth(1).getAttribute("href")) ?? "";
    const post = (await paid.getByRole("link").first().getAttribute("href"))?.split("/").at(-1) ?? "";
    const { answers } = await (await request.get(`/api/posts/${post}/answers?limit=1`)).json();
    expect(winner).toBe(`/users/${answers[0].author.username}`);

    const safe = page.getByRole("region", { name: "Your money is where we say it is" });
    await expect(safe).toContainText("Every BBUX is backed by SOL on-chain");
    await expect(safe).toContainText(/Checked .+ ago/);
    const { onChain, liabilities } = await (await request.get("/api/reserves")).json();
    expect(Number(onChain.total)).toBeGreaterThan(0);
    expect(Number(liabilities.total)).toBeGreaterThan(0);
    await expect(safe.locator("dd").last()).toHaveText(/^\d[\d,]*\.\d\d%$/);
    await safe.getByRole("link", { name: "Proof of reserves" }).click();
    await expect(page).toHaveURL(/\/reserves$/);
    await page.goBack();
    await board.getByRole("link", { name: "All open bounties" }).click();
    await expect(page).toHaveURL(/filter=open.*hasBounty=true|hasBounty=true.*filter=open/);
  });
});

test.describe("the footer", () => {
  // A page that a test rewrites must not come from the service worker.
  test.use({ serviceWorkers: "block" });
  const LINKS = [
    ["Documentation", "/docs"],
    ["Privacy", "/privacy"],
    ["Terms", "/terms"],
    ["Proof of reserves", "/reserves"],
    ["Transparency", "/transparency"],
    ["Atom feed", "/feeds/community.atom"],
  ] as const;

  test("links documentation, privacy, terms and an existing feed under every page [C2.049]", async ({
    page,
    request,
  }) => {
    const foot = page.getByRole("navigation", { name: "Footer" });
    await page.goto("/community");
    await expect(page.getByRole("heading", { level: 1, name: "Community" })).toBeVisible();
    for (const [name, href] of LINKS.slice(0, 5)) {
      for (const [label, address] of LINKS)
        await expect(foot.getByRole("link", { name: label, exact: true })).toHaveAttribute("href", address);
      const title = await page.title();
      await foot.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${href}$`));
      await expect(page).not.toHaveTitle(title);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Page not found")).toHaveCount(0);
    }
    await page.getByRole("link", { name: "BBUX, to the front page" }).click();
    await expect(page).toHaveURL(/\/$/);
    for (const [label, address] of LINKS)
      await expect(foot.getByRole("link", { name: label, exact: true })).toHaveAttribute("href", address);
    expect((await request.get("/feeds/community.atom")).status()).toBe(200);
  });

  test("links the community's chat and social account only where the operator has set them [C2.047 C2.048]", async ({
    page,
  }) => {
    const facts = (links: object) => `<script type="application/json" id="bbux-facts">${JSON.stringify({ links })}`;
    let links: object = {};
    await page.route("/", async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(
        /<script type="application\/json" id="bbux-facts">[^<]*/,
        facts(links),
      );
      await route.fulfill({ response, body: html });
    });
    const foot = page.getByRole("navigation", { name: "Footer" });
    await page.goto("/");
    await expect(foot.getByRole("link", { name: "Support" })).toBeVisible();
    await expect(foot.getByRole("link", { name: /chat|social/i })).toHaveCount(0);
    links = { chatInvite: "https://chat.example/invite/x", social: "https://social.example/@bbux" };
    await page.goto("/");
    const chat = foot.getByRole("link", { name: "Community chat" });
    await expect(chat).toHaveAttribute("href", "https://chat.example/invite/x");
    await expect(chat).toHaveAttribute("rel", /noopener/);
    await expect(foot.getByRole("link", { name: "Social account" })).toHaveAttribute(
      "href",
      "https://social.example/@bbux",
    );
  });
});
