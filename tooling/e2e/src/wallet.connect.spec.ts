import { expect } from "@playwright/test";
import { widerThanAPhone } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, PASSWORD } from "./support.ts";
import {
  announceWallets,
  connectButton,
  connectedButton,
  expectAccessible,
  installWallets,
  onMainnet,
  openModal,
  walletModal,
  walletWindow,
} from "./wallet.support.ts";

test.beforeEach(async ({ page, request }) => {
  const member = await newMember(request, "purse");
  await enter(page, member.email, PASSWORD);
});

test("the wallet modal lists detected wallets first, the others behind More options, is accessible, traps the Tab key, says why a connection failed, and restores the focus however it closes [C2.050 C2.051 C2.054 C2.055 C2.056 C2.057 C4.09 C4.11 C4.12]", async ({
  page,
}) => {
  await installWallets(page, [{ name: "Phantom" }, { name: "Stubborn", declines: true }]);
  await openModal(page);
  const modal = walletModal(page);

  await test.step("lists detected wallets first, the others behind More options, with where to get them", async () => {
    await expect(modal.getByRole("heading", { name: "Connect a wallet on Solana to continue" })).toBeVisible();
    const detected = modal.getByRole("list", { name: "Detected wallets" });
    await expect(detected.getByRole("button", { name: /Phantom Detected/ })).toBeVisible();
    await expect(
      detected.getByRole("button", { name: /Development wallet Local chain only, worthless SOL/ }),
    ).toBeVisible();
    const solflare = modal.getByRole("link", { name: /Solflare/ });
    await expect(solflare).toBeHidden();
    await modal.getByRole("button", { name: "More options" }).click();
    await expect(solflare).toHaveAttribute("href", /^https:\/\/solflare\.com/);
    await expect(solflare).toHaveAttribute("rel", /noopener/);
    await expect(modal.getByRole("link", { name: /Phantom/ })).toHaveCount(0);
    await modal.getByRole("button", { name: "Less options" }).click();
    await expect(solflare).toBeHidden();
    await modal.getByRole("button", { name: "More options" }).click();
    await expect(modal.getByRole("link", { name: /Backpack/ })).toBeVisible();
  });

  await test.step("has no serious violation, with everything open", () => expectAccessible(page));

  await test.step("keeps the Tab key inside, in both directions", async () => {
    const inside = () => modal.evaluate((element) => element.contains(document.activeElement));
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let press = 0; press < 10; press++) {
        await page.keyboard.press(key);
        expect(await inside(), `${key} ${press}`).toBe(true);
      }
    }
  });

  await test.step("says why a connection failed, with a retry", async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      await modal.getByRole("button", { name: /Stubborn/ }).click();
      await expect(modal.getByRole("alert")).toContainText("Stubborn did not connect");
      await expect(modal.getByRole("alert")).toContainText("User rejected the request.");
    }
  });

  await test.step("closes on Escape, on an outside click and by its button, and restores the focus", async () => {
    const opener = connectButton(page).first();
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await expect(modal).toBeVisible();
    await page.mouse.click(8, 8);
    await expect(modal).toBeHidden();
    await opener.press("Enter");
    await modal.getByRole("button", { name: "Close" }).click();
    await expect(modal).toBeHidden();
  });

  await test.step("is gone 150 ms after its fade-out starts, without reduced motion", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await connectButton(page).first().click();
    await expect(modal).toHaveCSS("opacity", "1");
    const fade = await modal.evaluate(
      (element) =>
        new Promise<{ style: string; ms: number }>((done) => {
          let began = 0;
          let style = "";
          const observer = new MutationObserver(() => {
            if (began === 0 && element.style.opacity === "0") {
              began = performance.now();
              style = element.style.transitionDuration;
            }
            if (!element.isConnected) done({ style, ms: performance.now() - began });
          });
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        }),
    );
    expect(fade.style).toBe("150ms");
    expect(fade.ms).toBeGreaterThanOrEqual(140);
    expect(fade.ms).toBeLessThan(1_500);
  });
});

test("on another chain there is no development wallet: the modal looks for five seconds, says that a wallet is needed, shows options on request, and accepts wallets that announce themselves later [C2.052 C2.053 C4.13]", async ({
  page,
}) => {
  await onMainnet(page);
  await installWallets(page, [{ name: "Slow", late: true }]);
  // A page with a young clock, however slow this machine is.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 20;
  });
  await openModal(page);
  const modal = walletModal(page);
  const needed = modal.getByRole("heading", { name: "You'll need a wallet on Solana to continue" });
  const connect = modal.getByRole("heading", { name: "Connect a wallet on Solana to continue" });
  await expect(connect).toBeVisible();
  await expect(modal.getByRole("status", { name: "Looking for wallets" })).toBeVisible();
  await expect(needed).toBeVisible();
  // Counted from the start of the page load.
  expect(await page.evaluate(() => Date.now() - performance.timeOrigin)).toBeGreaterThanOrEqual(5_000);
  await expect(modal.getByRole("status", { name: "Looking for wallets" })).toHaveCount(0);
  await expect(modal.getByRole("link")).toHaveCount(0);
  await modal.getByRole("button", { name: "Already have a wallet? View options" }).click();
  await expect(modal.getByRole("link", { name: /Phantom/ })).toBeVisible();
  await modal.getByRole("button", { name: "Hide options" }).click();
  await expect(modal.getByRole("link", { name: /Phantom/ })).toBeHidden();
  await announceWallets(page);
  await expect(modal.getByRole("button", { name: /Slow Detected/ })).toBeVisible();
  await expect(connect).toBeVisible();
  await expect(modal.getByRole("button", { name: /Development wallet/ })).toHaveCount(0);
});

test("web3.js loads with the first use of a wallet and nothing from another host; the navigation connects and disconnects; a wallet that can't sign is reported as such [C2.041 C2.045 C5.39 C5.40 C7.65 M7.15 M8.10]", async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  const scripts: string[] = [];
  const broken: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? "") && !/^(data|blob):/.test(url)) foreign.push(url);
    if (request.resourceType() === "script") scripts.push(url);
  });
  page.on("websocket", (socket) => foreign.push(socket.url()));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) broken.push(message.text());
  });
  await installWallets(page, [{ name: "Phantom" }, { name: "Sender", signs: false }]);
  await page.goto("/community");
  const rail = page.getByRole("navigation", { name: "Main" }).first();
  const modal = walletModal(page);
  await expect(rail.getByRole("link", { name: "Wallet" })).toHaveAttribute("href", "/wallet");
  await expect(page.getByRole("article")).toHaveCount(10);
  scripts.push("the first need");
  await rail.getByRole("button", { name: "Connect wallet" }).click();
  await modal.getByRole("button", { name: /Phantom/ }).click();
  await expect(modal).toBeHidden();
  const provider = scripts.filter((url) => url.includes("/Provider-") || url === "the first need");
  expect(provider).toEqual(["the first need", expect.stringContaining("/Provider-")]);

  await rail.hover();
  const entry = rail.getByRole("button", { name: "Connected wallet 4Nd1…DB4T" });
  await expect(entry).toHaveText("4Nd1mBQt…Ls4gDB4T");
  await entry.click();
  const change = page.getByRole("menuitem", { name: "Change wallet" });
  await change.hover();
  // The navigation stays open, or the menu would slide away from the pointer.
  await rail.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  expect((await rail.boundingBox())?.width).toBe(220);
  await change.click();
  await expect(modal.getByRole("button", { name: /Phantom Connected/ })).toBeVisible();
  await modal.getByRole("button", { name: "More options" }).click();
  await page.keyboard.press("Escape");
  // While it closes, the dialog still takes clicks and gives the focus back.
  await expect(modal).toBeHidden();
  await entry.click();
  await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
  await expect(rail.getByRole("button", { name: "Connect wallet" })).toBeVisible();
  expect({ foreign, broken }).toEqual({ foreign: [], broken: [] });

  await rail.getByRole("link", { name: "Wallet", exact: true }).click();
  await connectButton(page).first().click();
  await modal.getByRole("button", { name: /Sender/ }).click();
  await expect(connectedButton(page)).toBeVisible();
  await page.getByLabel("Amount in SOL").fill("1");
  await page.getByRole("button", { name: "Buy 1.0000 BBUX" }).click();
  await expect(page.getByText("Wallet not connected or signTransaction not available")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test("More connects a wallet, and nothing is wider than the screen", async ({ page }) => {
    await visit(page, "/community");
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: "Wallet", exact: true })).toHaveAttribute("href", "/wallet");
    await page.getByRole("menuitem", { name: "Connect wallet" }).click();
    await walletModal(page)
      .getByRole("button", { name: /Development wallet/ })
      .click();
    expect(await widerThanAPhone(page)).toBe(0);
    const window = await walletWindow(page).boundingBox();
    expect(window?.x).toBeGreaterThanOrEqual(0);
    expect((window?.x ?? 0) + (window?.width ?? 0)).toBeLessThanOrEqual(360);
    await walletWindow(page).getByRole("button", { name: "Approve" }).click();
    await expect(walletModal(page)).toBeHidden();
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: "Disconnect wallet" })).toBeVisible();
  });
});
