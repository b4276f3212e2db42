import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { callOf, part, tabTo } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, PASSWORD, signIn } from "./support.ts";

const open = async (page: Page, tab?: string) => {
  await visit(page, tab ? `/settings?tab=${tab}` : "/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
};
const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).filter({ visible: true });

test.describe("settings", () => {
  test("have four tabs with their own URLs, keep input while another tab is open, and show email and username read-only [C2.025 C2.104]", async ({
    page,
    request,
  }) => {
    await visit(page, "/settings?tab=security");
    await expect(page).toHaveURL(/\/login\?redirectTo=/);
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await open(page);
    const tabs = page.getByRole("tab");
    await expect(tabs).toHaveText(["Profile", "Social Links", "Account", "Security"]);
    await expect(page.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
    for (const [label, value] of [
      ["Username", member.username],
      ["Email", member.email],
    ] as const) {
      await expect(page.getByRole("textbox", { name: label, exact: true })).toHaveValue(value);
      await expect(page.getByRole("textbox", { name: label, exact: true })).not.toBeEditable();
    }
    await page.getByLabel("Bio").fill("Half a sen");
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByRole("tab", { name: "Profile" }).click();
    await expect(page.getByLabel("Bio")).toHaveValue("Half a sen");
    await page.getByRole("tab", { name: "Profile" }).focus();
    for (const [name, address] of [
      ["Social Links", /tab=social$/],
      ["Account", /tab=account$/],
      ["Security", /tab=security$/],
    ] as const) {
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
      await expect(page).toHaveURL(address);
    }
    await page.goBack();
    await expect(page.getByRole("tab", { name: "Account" })).toHaveAttribute("aria-selected", "true");
    await page.reload();
    await expect(page.getByRole("tab", { name: "Account" })).toHaveAttribute("aria-selected", "true");
  });

  test("save the profile, say so for 3 seconds, and show how complete it is [C4.43 C2.061]", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await open(page);
    await expect(page.getByText("Your profile is 0% complete.")).toBeVisible();
    for (const [label, value] of [
      ["First name", "Ada"],
      ["Last name", "Lovelace"],
      ["Bio", "Notes."],
      ["Location", "London"],
      ["Website", "ada.example.org"],
    ] as const) {
      await page.getByLabel(label).fill(value);
    }
    await page.clock.install();
    await save(page).click();
    const said = page.getByText("Profile updated successfully");
    await expect(said).toBeVisible();
    await page.clock.runFor(2_500);
    await expect(said).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(said).toHaveCount(0);
    await page.clock.resume();
    await expect(page.getByText(/% complete/)).toHaveCount(0);
    await visit(page, "/profile");
    const about = part(page, `About ${member.username}`);
    for (const text of ["Ada Lovelace", "Notes.", "London"]) await expect(about).toContainText(text);
  });

  test("refuse an invalid link at its field, and save valid ones [C2.062]", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await open(page, "social");
    await page.getByLabel("GitHub").fill("https://evil.example/ada");
    await page.getByLabel("Dev.to").fill("ada");
    await save(page).click();
    await expect(page.getByText("Please enter a GitHub address or name")).toBeVisible();
    await expect(page.getByLabel("GitHub")).toBeFocused();
    await page.getByLabel("GitHub").fill("@ada");
    await save(page).click();
    await expect(page.getByText("Profile updated successfully")).toBeVisible();
    await visit(page, "/profile");
    const about = part(page, `About ${member.username}`);
    await expect(about.getByRole("link", { name: "GitHub" })).toHaveAttribute("href", "https://github.com/ada");
    await expect(about.getByRole("link", { name: "Dev.to" })).toHaveAttribute("href", "https://dev.to/ada");
  });
});

test.describe("sessions", () => {
  test("are listed with their device, with this one marked, and every other can be ended", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    for (let more = 0; more < 2; more++) {
      const data = { email: member.email, password: PASSWORD };
      await request.post("/api/auth/login", { data, headers: { cookie: "", "user-agent": `tool-${more}/1.0` } });
    }
    await signIn(page, member.email, PASSWORD);
    await open(page, "security");
    const sessions = part(page, "Sessions").getByRole("listitem");
    // Signed up, signed in through the API by two tools, and in this browser.
    await expect(sessions).toHaveCount(4);
    await expect(sessions.first()).toContainText("Chrome on Linux");
    await expect(sessions.first()).toContainText("This device");
    await expect(sessions.first()).toContainText("signed in just now");
    await expect(sessions.first().getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: /End session: tool-0/ }).click();
    await expect(sessions).toHaveCount(3);
    await expect(part(page, "Sessions")).not.toContainText("tool-0");
    await tabTo(page, page.getByRole("button", { name: "End all other sessions" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 other sessions ended")).toBeVisible();
    await expect(sessions).toHaveCount(1);
    const gone = await member.get("/auth/me");
    expect(gone).toMatchObject({ success: false });
  });
});

test.describe("an account", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete your account?" });
  const ask = async (page: Page, password: string) => {
    await page.getByRole("button", { name: "Delete your account" }).click();
    await dialog(page).getByLabel("Your password", { exact: true }).fill(password);
    await dialog(page).getByRole("button", { name: "Delete for good" }).click();
  };

  test("offers its data for download", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await open(page, "account");
    const link = page.getByRole("link", { name: "Download your data" });
    await expect(link).toHaveAttribute("href", "/api/profile/export");
    const download = page.waitForEvent("download");
    await link.click();
    const file = await (await download).path();
    expect(JSON.stringify(JSON.parse(await readFile(file, "utf8")))).toContain(member.username);
  });

  test("is deleted with the password, which signs out and leads to the front page", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await open(page, "account");
    await ask(page, "not my password");
    await expect(dialog(page).getByText("Current password is incorrect")).toBeVisible();
    await expect(dialog(page)).toContainText("What goes:");
    await expect(dialog(page)).toContainText("What stays:");
    await dialog(page).getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await dialog(page).getByRole("button", { name: "Delete for good" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await visit(page, `/users/${member.username}`);
    await expect(page.getByRole("heading", { name: "User not found" })).toBeVisible();
  });
});

test("a member's visit is counted once a day, silently", async ({ page, request }) => {
  const member = await newMember(request);
  let visits = 0;
  page.on("request", (asked) => {
    if (callOf("auth.visit").test(asked.url())) visits += 1;
  });
  await signIn(page, member.email, PASSWORD);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("bbux.visit"))).toContain(member.id);
  for (const path of ["/community", "/profile"]) {
    const known = page.waitForResponse(callOf("wallet.get"));
    await page.goto(path);
    await known;
  }
  expect(visits).toBe(1);
});
