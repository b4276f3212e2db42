import { expect, type Page } from "@playwright/test";
import { callOf, PNG, part, tabTo } from "./people.support.ts";
import { visitRoute, waitForIdle } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, PASSWORD } from "./support.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Rate the integrity of/ });

test.describe("rating a member's integrity", () => {
  test("requires a member looking at another's profile [C2.070 C5.26]", async ({ page, request }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    const button = page.getByRole("button", { name: "Rate integrity" });
    await visit(page, `/users/${other.username}`);
    await expect(part(page, "Integrity")).toBeVisible();
    await expect(button).toHaveCount(0);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    for (const path of ["/profile", `/users/${member.username}`]) {
      await visitRoute(page, path);
      await expect(part(page, "Integrity")).toBeVisible();
      await expect(button, path).toHaveCount(0);
    }
    await visit(page, `/users/${other.username}`);
    await expect(button).toBeVisible();
  });

  test("can be done by keyboard alone; on success says so and reloads the page; the next rating starts with the previous one [C7.49 C2.063 C9.15 C9.17]", async ({
    page,
    request,
  }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    await enter(page, member.email, PASSWORD);
    await visit(page, `/users/${other.username}`);
    const open = page.getByRole("button", { name: "Rate integrity" });
    await expect(open).toBeVisible();
    await tabTo(page, open);
    await page.keyboard.press("Enter");
    await tabTo(page, dialog(page).getByRole("slider"));
    await page.keyboard.press("End");
    await tabTo(page, dialog(page).getByRole("textbox", { name: "Reason" }));
    await page.keyboard.type("By hand.");
    const again = page.waitForEvent("load");
    await tabTo(page, dialog(page).getByRole("button", { name: "Submit rating" }));
    await page.keyboard.press("Enter");
    await again;
    await expect(page.getByText("Rating submitted successfully")).toBeVisible();
    const card = part(page, "Integrity");
    await expect(card).toContainText("10 of 10");
    await expect(card).toContainText("1 rating");
    await expect(card).toContainText("Exceptional");
    await expect(card).toHaveAttribute("data-tone", "green");
    await open.click();
    await expect(dialog(page).getByRole("slider")).toHaveAttribute("aria-valuenow", "10");
    await expect(dialog(page).getByRole("textbox", { name: "Reason" })).toHaveValue("By hand.");
  });
});

test.describe("a profile picture", () => {
  const picture = { name: "me.png", mimeType: "image/png", buffer: PNG };
  const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^(Add a|Change your) picture$/ }).press("Enter");
    await (await chooser).setFiles(file);
  };
  const shown = (page: Page) => part(page, /^About/).locator("img");

  test("must be an image below 5 MB; shows under an overlay while uploading, and everywhere afterwards; on failure the previous one stays, with the reason [C5.27 C5.28 C2.058 C4.38 C4.39 C8.25]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    await waitForIdle(page);
    let sent = 0;
    const wait: { over?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      wait.over = resolve;
    });
    await page.route("**/api/profile/picture", async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await choose(page, { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("text") });
    await expect(page.getByRole("alert")).toHaveText("Please upload an image file");
    await choose(page, { ...picture, buffer: Buffer.alloc(5 * 1024 ** 2 + 1) });
    await expect(page.getByRole("alert")).toHaveText("File size must be less than 5MB");
    expect(sent).toBe(0);
    await choose(page, picture);
    await expect(page.getByText("Uploading your picture")).toBeAttached();
    await expect(shown(page)).toHaveAttribute("src", /^blob:/);
    wait.over?.();
    await expect(page.getByText("Uploading your picture")).toHaveCount(0);
    await expect(shown(page)).toHaveAttribute("src", /^\/uploads\/[\w-]+\.\w+$/);
    const account = page.getByRole("button", { name: `Account of ${member.username}` });
    await expect(account.locator("img")).toHaveAttribute("src", /^\/uploads\//);
    await expect(page.getByRole("button", { name: "Change your picture" })).toBeVisible();

    await page.unroute("**/api/profile/picture");
    const before = await shown(page).getAttribute("src");
    const answers = ["{}", JSON.stringify({ success: false, error: "Too many today", code: "RATE_LIMITED" })];
    await page.route("**/api/profile/picture", (route) =>
      route.fulfill({ status: 429, contentType: "application/json", body: answers.shift() ?? "" }),
    );
    await choose(page, picture);
    await expect(page.getByRole("alert")).toHaveText("Failed to upload profile picture");
    await expect(shown(page)).toHaveAttribute("src", before ?? "");
    await choose(page, picture);
    await expect(page.getByRole("alert")).toHaveText("Too many today");
    await expect(shown(page)).toHaveAttribute("src", before ?? "");
  });

  test("that is broken or missing is replaced by local initials [C4.40 C7.69]", async ({ page, request, baseURL }) => {
    const member = await newMember(request, "zoe");
    const foreign: string[] = [];
    page.on("request", (asked) => {
      const url = asked.url();
      if (!url.startsWith(baseURL ?? "") && !/^(data|blob):/.test(url)) foreign.push(url);
    });
    const about = part(page, `About ${member.username}`);
    await visit(page, `/users/${member.username}`);
    await expect(about.locator("[aria-hidden]").first()).toHaveText(/^Z/);
    await expect(about.locator("img")).toHaveCount(0);
    await page.route(callOf("users.get"), async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replaceAll('"profilePicture":null', '"profilePicture":"/uploads/gone.png"'),
      });
    });
    const asked = page.waitForResponse("**/uploads/gone.png");
    await page.reload();
    expect((await asked).ok()).toBe(false);
    await expect(about.locator("[aria-hidden]").first()).toHaveText(/^Z/);
    await expect(about.locator("img")).toHaveCount(0);
    expect(foreign).toEqual([]);
  });
});
