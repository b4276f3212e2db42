import { expect, type Page, test } from "@playwright/test";
import { PNG } from "./editor.support.ts";
import { type NewPlatform, startNewPlatform } from "./setup.support.ts";
import { appReady, freshName, PASSWORD } from "./support.ts";
import { violations } from "./wallet.screens.support.ts";

// One new platform for both, because starting one takes a while: the second journey goes on as the admin of the first.
test.describe.configure({ mode: "serial" });

let platform: NewPlatform;
let admin: Page;
test.beforeAll(async ({ browser }) => {
  platform = await startNewPlatform("setup");
  admin = await browser.newPage({ baseURL: platform.origin });
});
test.afterAll(async () => {
  await admin?.close();
  await platform?.stop();
});

const VIOLET = { light: "#5b21b6", dark: "#c4b5fd" };
const ROSE = { light: "#9d174d", dark: "#f9a8d4" };

test.describe("an operator opens the printed link, sets the platform up, and a member can ask", {
  tag: "@gate",
}, () => {
  test("the link makes the first admin", async () => {
    await admin.goto(platform.link);
    await admin.getByLabel("Username").fill("harbormaster");
    await admin.getByLabel("Email").fill("master@example.org");
    await admin.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await admin.getByRole("button", { name: "Create" }).click();
    await expect(admin.getByRole("region", { name: "Name and colors" })).toBeVisible();
    // The token isn't left in the address or the history.
    await expect(admin).toHaveURL(`${platform.origin}/setup`);
    expect(await violations(admin)).toEqual([]);
  });

  test("the admin sets name, colors and tags, tries email and Solana, and sees the checklist follow", async () => {
    const checklist = admin.getByRole("navigation", { name: "Checklist" });
    await expect(checklist.getByRole("link", { name: /^Name and colors/ })).toContainText("Default");
    await expect(checklist.getByRole("link", { name: /^Tags/ })).toContainText("Required");
    const branding = admin.getByRole("region", { name: "Name and colors" });
    await branding.getByRole("textbox", { name: /^Name/ }).fill("Ask Harbor");
    const light = branding.getByRole("textbox", { name: /^Accent in light mode/ });
    await light.fill("#ffff00");
    await expect(branding.getByText(/contrast of 1\.\d\d:1 in light mode.*Use a darker one/)).toBeVisible();
    await branding.getByRole("button", { name: "Save changes" }).click();
    await expect(light).toBeFocused();
    await light.fill(VIOLET.light);
    await branding.getByRole("textbox", { name: /^Accent in dark mode/ }).fill(VIOLET.dark);
    await branding.getByRole("button", { name: "Save changes" }).click();
    await expect(admin).toHaveTitle(/ · Ask Harbor$/);
    await expect(checklist.getByRole("link", { name: /^Name and colors/ })).toContainText("Saved");
    await expect(branding.getByRole("button", { name: "Change: Name and colors" })).toBeVisible();

    await expect(admin.getByRole("region", { name: "Languages" })).toContainText("English, Deutsch, Español, 日本語");
    const tags = admin.getByRole("region", { name: "Tags" });
    await expect(tags.getByText("Members can't ask questions until there are tags.")).toBeVisible();
    await tags.getByLabel("Software").check();
    await tags.getByRole("button", { name: "Add 8 tags" }).click();
    await expect(tags.getByText("Members can use 8 tags now.")).toBeVisible();
    const own = tags.getByRole("textbox", { name: "Or add your own tag" });
    await own.fill("PostGIS");
    await own.press("Enter");
    await expect(tags.getByText("Members can use 9 tags now.")).toBeVisible();
    await expect(tags.getByText("Added PostGIS")).toBeVisible();
    await expect(own).toBeFocused();
    await expect(own).toHaveValue("");

    await expect(checklist.getByRole("link", { name: /^Tags/ })).toContainText(/\d+ tags/);

    const mail = admin.getByRole("region", { name: "Email" });
    await mail.getByRole("button", { name: "Save test message" }).click();
    await expect(mail.getByRole("status")).not.toBeEmpty();
    const sent = platform.mails().find((one) => one.includes("To: master@example.org"));
    expect(sent).toContain("Ask Harbor");

    const chain = admin.getByRole("region", { name: "Solana" });
    await chain.getByRole("button", { name: "Test connection" }).click();
    await expect(chain.getByText("The local node answers.")).toBeVisible();
    await expect(chain.getByText("The signer answers and has its keys.")).toBeVisible();
    await expect(checklist.getByRole("link", { name: /^Solana/ })).toContainText("Connected");
    expect(await violations(admin)).toEqual([]);
  });

  test("the link is used up, and a member signs up and asks", async ({ browser }) => {
    const page = await browser.newPage({ baseURL: platform.origin });
    await page.goto(platform.link);
    await expect(page.getByRole("heading", { name: "Open the setup link" })).toBeVisible();
    await page.goto("/signup");
    await appReady(page);
    await page.getByLabel("Username").fill("sailor");
    await page.getByLabel("Email").fill("sailor@example.org");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/profile");
    await page.goto("/posts/create");
    await appReady(page);
    const title = freshName("Which way is north");
    await page.getByLabel("Title").fill(title);
    await page.getByRole("textbox", { name: "Content" }).fill("The compass disagrees with the map.");
    await page.getByRole("combobox", { name: /^Tags/ }).fill("java");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1/10")).toBeVisible();
    await page.getByRole("button", { name: "Post question" }).click();
    await page.waitForURL(/\/posts\/\d+$/);
    await expect(page).toHaveTitle(`${title} · Ask Harbor`);
    await page.close();
  });
});

test("an admin changes name, color and logo, and page, manifest and mails follow without a build", async () => {
  await admin.goto("/admin?tab=branding");
  await appReady(admin);
  await admin.getByRole("textbox", { name: /^Name/ }).fill("Lighthouse");
  await admin.getByRole("textbox", { name: /^Accent in light mode/ }).fill(ROSE.light);
  await admin.getByRole("textbox", { name: /^Accent in dark mode/ }).fill(ROSE.dark);
  const choosing = admin.waitForEvent("filechooser");
  await admin.getByRole("button", { name: "Upload: Logo" }).click();
  await (await choosing).setFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await expect(admin.getByRole("button", { name: "Use the default: Logo" })).toBeVisible();
  await admin.getByRole("button", { name: "Save changes" }).click();
  const dialog = admin.getByRole("dialog", { name: "Change the branding" });
  await dialog.getByLabel("Reason").fill("We have a new name");
  await dialog.getByRole("button", { name: "Change the branding" }).click();

  await expect(admin).toHaveTitle(/ · Lighthouse$/);
  await appReady(admin);
  const home = admin.getByRole("link", { name: "Lighthouse, to the community" }).first();
  const logo = home.locator("img");
  await expect(logo).toHaveAttribute("src", /^\/brand\//);
  expect(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  const link = () => getComputedStyle(document.documentElement).getPropertyValue("--link").trim();
  expect(await admin.evaluate(link)).toBe(ROSE.light);
  await admin.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => admin.evaluate(link)).toBe(ROSE.dark);
  await admin.emulateMedia({ colorScheme: "light" });

  const manifest = await (await admin.request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Lighthouse", short_name: "Lighthouse" });
  expect(JSON.stringify(manifest.icons)).toContain(await logo.getAttribute("src"));

  await admin.goto("/setup");
  const before = platform.mails().length;
  await admin.getByRole("button", { name: "Save test message" }).click();
  await expect(admin.getByRole("region", { name: "Email" }).getByRole("status")).not.toBeEmpty();
  const [latest = ""] = platform.mails().slice(before);
  for (const part of ["Lighthouse", ROSE.dark, "cid:logo"]) expect(latest).toContain(part);
});
