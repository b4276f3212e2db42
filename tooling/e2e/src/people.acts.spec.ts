import { expect, type Page, test } from "@playwright/test";
import { callOf, PNG, part, refuse, tabTo } from "./people.support.ts";
import { newMember, PASSWORD, signIn } from "./support.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Rate the integrity of/ });

async function openDialog(page: Page, username: string): Promise<void> {
  await page.goto(`/users/${username}`);
  await page.getByRole("button", { name: "Rate integrity" }).click();
  await expect(dialog(page).getByRole("slider")).toBeVisible();
}

test.describe("rating somebody's integrity", () => {
  test("is for members looking at others [C2.070 C5.26]", async ({ page, request }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    const button = page.getByRole("button", { name: "Rate integrity" });
    await page.goto(`/users/${other.username}`);
    await expect(part(page, "Integrity")).toBeVisible();
    await expect(button).toHaveCount(0);
    await signIn(page, member.email, PASSWORD);
    for (const path of ["/profile", `/users/${member.username}`, `/${member.username}`]) {
      await page.goto(path);
      await expect(part(page, "Integrity")).toBeVisible();
      await expect(button, path).toHaveCount(0);
    }
    await page.goto(`/users/${other.username}`);
    await expect(button).toBeVisible();
  });

  test("starts at 5, needs a reason of at most 500 characters, and is about one of six things [C5.21 C5.22 C5.23 C5.24 C5.25 C9.16]", async ({
    page,
    request,
  }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    await signIn(page, member.email, PASSWORD);
    await openDialog(page, other.username);
    const slider = dialog(page).getByRole("slider", { name: "Rating" });
    await expect(slider).toHaveAttribute("aria-valuenow", "5");
    await expect(slider).toHaveAttribute("aria-valuemin", "1");
    await expect(slider).toHaveAttribute("aria-valuemax", "10");
    await expect(dialog(page)).toContainText("5 of 10 · Fair");
    await slider.press("End");
    await expect(dialog(page)).toContainText("10 of 10 · Exceptional");
    for (let down = 0; down < 3; down++) await slider.press("ArrowLeft");
    await expect(dialog(page)).toContainText("7 of 10 · Very Good");
    expect(await dialog(page).getByRole("combobox").getByRole("option").allTextContents()).toEqual([
      "Bounty rejection",
      "Answer quality",
      "Communication",
      "Spam",
      "Harassment",
      "General",
    ]);
    await expect(dialog(page)).toContainText("0/500");
    await dialog(page).getByRole("button", { name: "Submit rating" }).click();
    await expect(dialog(page).getByRole("alert")).toHaveText("Please provide a reason for your rating");
    const reason = dialog(page).getByRole("textbox", { name: "Reason" });
    await reason.fill("x".repeat(600));
    await expect(dialog(page)).toContainText("500/500");
    await expect(reason).toHaveValue("x".repeat(500));
  });

  test("that went through says so and loads the page anew; the next begins with it [C7.49 C2.063 C9.15 C9.17]", async ({
    page,
    request,
  }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    await signIn(page, member.email, PASSWORD);
    await openDialog(page, other.username);
    await dialog(page).getByRole("slider").press("End");
    await dialog(page).getByRole("combobox").selectOption("Communication");
    await dialog(page).getByRole("textbox", { name: "Reason" }).fill("Kept their word.");
    const again = page.waitForEvent("load");
    await dialog(page).getByRole("button", { name: "Submit rating" }).click();
    await again;
    await expect(page.getByText("Rating submitted successfully")).toBeVisible();
    const card = part(page, "Integrity");
    await expect(card).toContainText("10 of 10");
    await expect(card).toContainText("1 rating");
    await expect(card).toContainText("Exceptional");
    await expect(card).toHaveAttribute("data-tone", "green");
    await page.getByRole("button", { name: "Rate integrity" }).click();
    await expect(dialog(page).getByRole("slider")).toHaveAttribute("aria-valuenow", "10");
    await expect(dialog(page).getByRole("combobox")).toHaveValue("COMMUNICATION");
    await expect(dialog(page).getByRole("textbox", { name: "Reason" })).toHaveValue("Kept their word.");
  });

  test("that fails says why, in the server's words or 'Failed to submit rating', and keeps what was written [C8.24]", async ({
    page,
    request,
  }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    await signIn(page, member.email, PASSWORD);
    await openDialog(page, other.username);
    const reason = dialog(page).getByRole("textbox", { name: "Reason" });
    await reason.fill("Because.");
    await refuse(page, "integrity.rate");
    await dialog(page).getByRole("button", { name: "Submit rating" }).click();
    await expect(dialog(page).getByRole("alert")).toHaveText("Failed to submit rating");
    await page.unroute(callOf("integrity.rate"));
    await refuse(page, "integrity.rate", { error: "You cannot rate yourself" });
    await dialog(page).getByRole("button", { name: "Submit rating" }).click();
    await expect(dialog(page).getByRole("alert")).toHaveText("You cannot rate yourself");
    await expect(reason).toHaveValue("Because.");
  });

  test("can be done by the keyboard alone", async ({ page, request }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    await signIn(page, member.email, PASSWORD);
    await page.goto(`/users/${other.username}`);
    const open = page.getByRole("button", { name: "Rate integrity" });
    await expect(open).toBeVisible();
    await tabTo(page, open);
    await page.keyboard.press("Enter");
    await tabTo(page, dialog(page).getByRole("slider"));
    await page.keyboard.press("ArrowRight");
    await tabTo(page, dialog(page).getByRole("textbox", { name: "Reason" }));
    await page.keyboard.type("By hand.");
    const again = page.waitForEvent("load");
    await tabTo(page, dialog(page).getByRole("button", { name: "Submit rating" }));
    await page.keyboard.press("Enter");
    await again;
    await expect(part(page, "Integrity")).toContainText("6 of 10");
  });
});

test.describe("a profile picture", () => {
  const picture = { name: "me.png", mimeType: "image/png", buffer: PNG };
  const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^(Add a|Change your) picture$/ }).click();
    await (await chooser).setFiles(file);
  };
  const shown = (page: Page) => part(page, /^About/).locator("img");

  test("is an image of less than 5 MB, or nothing is sent [C5.27 C5.28]", async ({ page, request }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    let sent = 0;
    await page.route("**/api/profile/picture", (route) => {
      sent += 1;
      return route.abort();
    });
    await choose(page, { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("text") });
    await expect(page.getByRole("alert")).toHaveText("Please upload an image file");
    await choose(page, { ...picture, buffer: Buffer.alloc(5 * 1024 ** 2 + 1) });
    await expect(page.getByRole("alert")).toHaveText("File size must be less than 5MB");
    expect(sent).toBe(0);
  });

  test("is shown under an overlay while it is sent, and stands everywhere after [C2.058 C4.38]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    const wait: { over?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      wait.over = resolve;
    });
    await page.route("**/api/profile/picture", async (route) => {
      await held;
      await route.continue();
    });
    await choose(page, picture);
    await expect(page.getByText("Uploading your picture")).toBeAttached();
    await expect(shown(page)).toHaveAttribute("src", /^blob:/);
    wait.over?.();
    await expect(page.getByText("Uploading your picture")).toHaveCount(0);
    await expect(shown(page)).toHaveAttribute("src", /^\/uploads\/[\w-]+\.\w+$/);
    const account = page.getByRole("button", { name: `Account of ${member.username}` });
    await expect(account.locator("img")).toHaveAttribute("src", /^\/uploads\//);
    await expect(page.getByRole("button", { name: "Change your picture" })).toBeVisible();
  });

  test("that cannot be sent leaves the one before, and says why [C4.39 C8.25]", async ({ page, request }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await choose(page, picture);
    await expect(shown(page)).toHaveAttribute("src", /^\/uploads\//);
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

  test("that is broken, or not there, gives way to initials drawn here [C4.40 C7.69]", async ({
    page,
    request,
    baseURL,
  }) => {
    const member = await newMember(request, "zoe");
    const foreign: string[] = [];
    page.on("request", (asked) => {
      const url = asked.url();
      if (!url.startsWith(baseURL ?? "") && !/^(data|blob):/.test(url)) foreign.push(url);
    });
    const about = part(page, `About ${member.username}`);
    await page.goto(`/users/${member.username}`);
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
