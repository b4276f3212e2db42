import { expect, type Page } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { chooseTag, DEMO_PASSWORD, demoEmail, enter, freshName, newMember, PASSWORD } from "./support.ts";

async function fill(page: Page, title: string, tags: readonly string[] = ["postgresql"]): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByRole("textbox", { name: "Content" }).fill("What I want to know, in **words**.");
  for (const tag of tags) {
    await chooseTag(page, tag);
  }
}

const post = (page: Page) => page.getByRole("button", { name: /^Post (question|and lock .* BBUX)$/ });

test.describe("asking", () => {
  test("requires a member: 'Please log in to create a post' [C6.09]", async ({ page }) => {
    await visit(page, "/posts/create");
    await expect(page.getByText("Please log in to create a post")).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: /sign in|log in/i })
      .click();
    await expect(page).toHaveURL(/redirectTo=%2Fposts%2Fcreate/);
  });

  test("requires a title, content and a tag [C5.03 C5.04]", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/posts/create");
    await post(page).click();
    await expect(page.getByText("Title is required")).toBeVisible();
    await expect(page.getByText("Content is required")).toBeVisible();
    await expect(page.getByText("At least one tag is required")).toBeVisible();
    await expect(page).toHaveURL(/\/posts\/create$/);
  });

  test("without a bounty publishes and opens the post; the tag selector counts to ten, with a hint [C1.01 C2.091 C2.096 C5.10]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/posts/create");
    await expect(page.getByText("0/10")).toBeVisible();
    await expect(page.getByText("Up to 10 tags help the right people find it.")).toBeVisible();
    const title = `How does ${freshName("it")} work?`;
    await fill(page, title, ["postgresql", "rust"]);
    await expect(page.getByText("2/10")).toBeVisible();
    // By the keyboard: suggestions and the preview still move the page while they load.
    await post(page).press("Enter");
    await page.waitForURL(/\/posts\/\d+$/);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  });

  test("takes no higher fee than the one shown: it shows the new one, and posts when asked again", async ({
    page,
    request,
  }) => {
    const { parameters } = await (await request.get("/api/parameters")).json();
    const { value } = parameters.find(({ name }: { name: string }) => name === "bountyFee");
    await enter(page, demoEmail("priya"), DEMO_PASSWORD);
    // The page still shows the fee of a moment ago.
    await page.route(/parameters\.list/, async (route) => {
      const response = await route.fetch();
      const json = JSON.parse(await response.text(), (_, part) =>
        part?.name === "bountyFee" ? { ...part, value: "100" } : part,
      );
      await route.fulfill({ response, json });
    });
    await page.goto("/posts/create");
    await fill(page, freshName("price"));
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await page.getByLabel("Amount").fill("0.5");
    const receipt = page.getByRole("region", { name: "Receipt" });
    await expect(receipt).toContainText("Governance fee (1%)");
    await page.unroute(/parameters\.list/);
    await post(page).click();
    await expect(page.getByRole("alert")).toContainText("The fee has changed, so nothing was taken.");
    await expect(receipt).toContainText(`Governance fee (${Number(value) / 100}%)`);
    await expect(page).toHaveURL(/\/posts\/create$/);
    await post(page).click();
    await page.waitForURL(/\/posts\/\d+$/);
  });

  test("with a bounty requires at least 0.01, and lasts 7 days by default, 30 at most [C2.095 C5.05 C5.06 C5.07]", {
    tag: "@gate",
  }, async ({ page }) => {
    await enter(page, demoEmail("priya"), DEMO_PASSWORD);
    await visit(page, "/posts/create");
    await fill(page, freshName("bounty"));
    await expect(page.getByLabel("Amount")).toHaveCount(0);
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await expect(page.getByLabel("Duration")).toHaveValue("7 days");
    await page.getByLabel("Duration").fill("31");
    await page.getByLabel("Amount").click();
    await expect(page.getByLabel("Duration")).toHaveValue("30 days");
    await post(page).click();
    await expect(page.getByLabel("Amount")).toHaveAttribute("aria-invalid", "true");
    for (const amount of ["0", "0.005", "-1", "1e3", "0.015"]) {
      await page.getByLabel("Amount").fill(amount);
      await post(page).click();
      await expect(page.getByLabel("Amount"), amount).toHaveAttribute("aria-invalid", "true");
    }
    await expect(page).toHaveURL(/\/posts\/create$/);
  });

  test("warns about a low balance, and keeps all input when the server refuses [C5.09 M5.40]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/posts/create");
    const title = freshName("too dear");
    await fill(page, title);
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await page.getByLabel("Amount").fill("5");
    await expect(page.getByText(/Your balance is short by/)).toBeVisible();
    await expect(post(page)).toHaveText("Post and lock 5.25 BBUX");
    await post(page).click();
    await expect(page.getByText("Insufficient balance")).toBeVisible();
    await expect(page.getByLabel("Amount")).toBeFocused();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    const { pagination } = await member.get(`/posts?author=${member.username}`);
    expect(pagination).toMatchObject({ total: 0 });
    // The wallet is ready to buy exactly that, and leads back to the draft.
    await page.getByRole("link", { name: "Buy 5.25 BBUX" }).click();
    await expect(page.getByLabel("Amount in SOL")).toHaveValue("5.25");
    await page.getByRole("link", { name: "Back to your question" }).click();
    await expect(page.getByLabel("Title")).toHaveValue(title);
  });

  test("asks again above the amount that the member sets in the settings, and pays only when told so", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/settings?tab=account");
    await page.getByLabel("Ask above").fill("0.5");
    await page.getByRole("button", { name: "Save spending settings" }).click();
    await expect(page.getByRole("form", { name: "Spending" }).getByText("Saved")).toBeVisible();

    await visit(page, "/posts/create");
    await fill(page, freshName("asked twice"));
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await page.getByLabel("Amount").fill("0.5");
    await post(page).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Post with this bounty?" });
    await expect(dialog).toContainText("0.525 BBUX");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await post(page).click();
    await dialog.getByRole("button", { name: "Post and lock 0.525 BBUX" }).click();
    await expect(page.getByText("Insufficient balance")).toBeVisible();
  });

  test("suggests tags for what is written, and adds one with a press", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/posts/create");
    await page.getByLabel("Title").fill("How do I read a PostgreSQL plan?");
    await page.getByRole("button", { name: "Add postgresql" }).click();
    await expect(page.getByText("1/10")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add postgresql" })).toHaveCount(0);
  });

  test("shows 'Failed to create post' for a failure without a reason [C8.09]", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/posts/create");
    await fill(page, freshName("unlucky"));
    await page.route("**/api/trpc/posts.create*", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        body: JSON.stringify({ error: { message: "", code: -32603, data: {} } }),
      }),
    );
    await post(page).click();
    await expect(page.getByText("Failed to create post")).toBeVisible();
  });

  test("keeps a draft across a reload", { tag: "@gate" }, async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/posts/create");
    const title = freshName("draft");
    await page.getByLabel("Title").fill(title);
    await page.reload();
    await expect(page.getByLabel("Title")).toHaveValue(title);
  });
});
