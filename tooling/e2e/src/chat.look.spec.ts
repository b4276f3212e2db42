import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import {
  act,
  chat,
  field,
  message,
  openChat,
  opener,
  post,
  say,
  standInForPictures,
  standInForSearch,
} from "./chat.support.ts";
import { enter, freshName, newMember, PASSWORD } from "./support.ts";

async function noSerious(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${what}: ${id} at ${nodes[0]?.target}`)).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`chat, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("has no serious fault for assistive technology: talk, menus, pickers, rooms [C2.109 C2.110 C2.111]", async ({
      page,
      request,
    }) => {
      const [member, other] = [await newMember(request, "axe"), await newMember(request, "other")];
      await enter(page, member.email, PASSWORD);
      await standInForPictures(page);
      await standInForSearch(page);
      await page.goto("/chat/global-chat");
      await expect(page.getByRole("heading", { level: 1, name: "Chat" })).toBeVisible();
      const word = freshName("axe");
      await post(other, `${word} @${member.username} **bold** \`code\`\n\`\`\`\nfenced\n\`\`\``);
      await expect(message(page, word)).toBeVisible();
      await say(page, freshName("mine"));
      await noSerious(page, "the talk");
      await message(page, word).hover();
      await message(page, word)
        .getByRole("button", { name: /^More about/ })
        .click();
      await expect(page.getByRole("menuitem", { name: "Flag" })).toBeVisible();
      await noSerious(page, "the menu");
      await page.keyboard.press("Escape");
      await chat(page).getByRole("button", { name: "Emojis" }).click();
      await expect(chat(page).getByText("😀", { exact: true })).toBeVisible();
      await noSerious(page, "emojis");
      await chat(page).getByRole("button", { name: "GIFs" }).click();
      await chat(page).getByLabel("Search GIFs").fill("cat");
      await expect(chat(page).getByRole("button", { name: "cat 0", exact: true })).toBeVisible();
      await noSerious(page, "GIFs");
      await page.keyboard.press("Escape");
      await chat(page)
        .getByRole("button", { name: /^Global chat/ })
        .click();
      await expect(page.getByRole("menuitem", { name: /^Help/ })).toBeVisible();
      await noSerious(page, "rooms");
    });
  });
}

test("what others wrote can be flagged and answered by name, and has a link of its own", async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [member, other] = [await newMember(request, "flags"), await newMember(request, "other")];
  await enter(page, member.email, PASSWORD);
  await page.goto("/community");
  const word = freshName("spam");
  const id = await post(other, word);
  await openChat(page);
  await act(page, word, "Reply");
  await expect(field(page)).toHaveValue(`@${other.username} `);
  await act(page, word, "Copy link");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(`/chat/global-chat?at=${id}`);
  await act(page, word, "Flag");
  await page.getByRole("radio", { name: "Spam" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Flag" }).click();
  await expect(page.getByText("A moderator will look at it.")).toBeVisible();
});

test("an open chat does not move the page when it is loaded", async ({ page, request }) => {
  const member = await newMember(request, "still");
  await enter(page, member.email, PASSWORD);
  await page.goto("/community");
  await openChat(page);
  await page.goto("/reserves");
  await page.goto("/community");
  await expect(field(page)).toBeVisible();
  await page.waitForTimeout(1_000);
  const shifts = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = [];
        new PerformanceObserver((entries) => {
          for (const one of entries.getEntries()) {
            const value = "value" in one && typeof one.value === "number" ? one.value : 0;
            const sources = "sources" in one && Array.isArray(one.sources) ? one.sources : [];
            if (value > 0.02) found.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 120))}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(found), 500);
      }),
  );
  expect(shifts).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("it is a sheet over the page, above the bar, which stays in use [C2.034 C2.112]", async ({ page, request }) => {
    const member = await newMember(request, "phone");
    await enter(page, member.email, PASSWORD);
    await page.goto("/community");
    await openChat(page);
    const [sheet, bar] = [
      await chat(page).boundingBox(),
      await page.getByRole("navigation", { name: "Main" }).boundingBox(),
    ];
    expect(sheet).toMatchObject({ x: 0, y: 0, width: 360 });
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(bar?.y);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // The page below is out of reach, and the keyboard of the phone does not come by itself.
    await expect(field(page)).not.toBeFocused();
    await expect(page.locator("[inert] main")).toHaveCount(1);
    await say(page, freshName("thumb"));
    await noSerious(page, "the sheet");

    // It does not come back by itself over a page that was asked for.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
    await expect(page).toHaveURL(/\/profile/);
    await expect(chat(page)).toHaveCount(0);
    await openChat(page);
    await page.reload();
    await expect(opener(page)).toBeVisible();
    await expect(chat(page)).toHaveCount(0);
    await page.goto("/docs");
    await openChat(page);
    const alone = await chat(page).boundingBox();
    expect((alone?.y ?? 0) + (alone?.height ?? 0)).toBe(740);
  });
});
