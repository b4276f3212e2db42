import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { enter, newMember, PASSWORD, wordless } from "./support.ts";
import {
  announceWallets,
  connectButton,
  connectDevelopmentWallet,
  connectedButton,
  getSol,
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

/** Nothing that helps people with impairments is seriously wrong in what floats above the page. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").include("dialog").analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
}

test.describe("the wallet modal", () => {
  test("lists detected wallets first, the others behind More options, with where to get them [C2.050 C2.051 C4.11]", async ({
    page,
  }) => {
    await installWallets(page, [{ name: "Phantom" }]);
    await openModal(page);
    const modal = walletModal(page);
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
  });

  test("says that a wallet is needed when none is there, and shows options on request [C2.052 C2.053 C4.13]", async ({
    page,
  }) => {
    await onMainnet(page);
    await openModal(page);
    const modal = walletModal(page);
    await expect(modal.getByRole("heading", { name: "You'll need a wallet on Solana to continue" })).toBeVisible();
    // Counted from when the page began to load.
    expect(await page.evaluate(() => performance.now())).toBeGreaterThanOrEqual(5_000);
    await expect(modal.getByRole("link")).toHaveCount(0);
    await modal.getByRole("button", { name: "Already have a wallet? View options" }).click();
    await expect(modal.getByRole("link", { name: /Phantom/ })).toBeVisible();
    await modal.getByRole("button", { name: "Hide options" }).click();
    await expect(modal.getByRole("link", { name: /Phantom/ })).toBeHidden();
  });

  test("looks for wallets that make themselves known late, and takes them later still [C4.13]", async ({ page }) => {
    await onMainnet(page);
    await installWallets(page, [{ name: "Slow", late: true }]);
    // A page that has aged little, however long this machine takes.
    await page.addInitScript(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() / 20;
    });
    await openModal(page);
    const modal = walletModal(page);
    await expect(modal.getByRole("heading", { name: "Connect a wallet on Solana to continue" })).toBeVisible();
    await expect(modal.getByRole("status", { name: "Looking for wallets" })).toBeVisible();
    await expect(modal.getByRole("heading", { name: "You'll need a wallet on Solana to continue" })).toBeVisible();
    await expect(modal.getByRole("status", { name: "Looking for wallets" })).toHaveCount(0);
    await announceWallets(page);
    await expect(modal.getByRole("button", { name: /Slow Detected/ })).toBeVisible();
    await expect(modal.getByRole("heading", { name: "Connect a wallet on Solana to continue" })).toBeVisible();
  });

  test("closes on Escape, on an outside click and by its button, and gives the focus back [C2.054 C2.055 C2.056]", async ({
    page,
  }) => {
    await openModal(page);
    const modal = walletModal(page);
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    const opener = connectButton(page).first();
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await expect(modal).toBeVisible();
    await page.mouse.click(8, 8);
    await expect(modal).toBeHidden();
    await opener.press("Enter");
    await modal.getByRole("button", { name: "Close" }).click();
    await expect(modal).toBeHidden();
  });

  test("keeps the Tab key inside, both ways [C2.057]", async ({ page }) => {
    await openModal(page);
    const modal = walletModal(page);
    await modal.getByRole("button", { name: "More options" }).click();
    await expect(modal.getByRole("link", { name: /Backpack/ })).toBeVisible();
    const inside = () => modal.evaluate((element) => element.contains(document.activeElement));
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let press = 0; press < 9; press++) {
        await page.keyboard.press(key);
        expect(await inside(), `${key} ${press}`).toBe(true);
      }
    }
  });

  test.describe("for those who like motion", () => {
    test.use({ reducedMotion: "no-preference" });
    test("is gone 150 ms after its fade-out starts [C4.12]", async ({ page }) => {
      await openModal(page);
      await expect(walletModal(page)).toHaveCSS("opacity", "1");
      const fade = await walletModal(page).evaluate(
        (modal) =>
          new Promise<{ style: string; ms: number }>((done) => {
            let began = 0;
            let style = "";
            const observer = new MutationObserver(() => {
              if (began === 0 && modal.style.opacity === "0") {
                began = performance.now();
                style = modal.style.transitionDuration;
              }
              if (!modal.isConnected) done({ style, ms: performance.now() - began });
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

  test("says why a wallet did not connect, and lets one try again [C4.09]", async ({ page }) => {
    await installWallets(page, [{ name: "Stubborn", declines: true }]);
    await openModal(page);
    const modal = walletModal(page);
    for (let attempt = 0; attempt < 2; attempt++) {
      await modal.getByRole("button", { name: /Stubborn/ }).click();
      await expect(modal.getByRole("alert")).toContainText("Stubborn did not connect");
      await expect(modal.getByRole("alert")).toContainText("User rejected the request.");
    }
    await page.keyboard.press("Escape");
    await expect(connectButton(page).first()).toBeVisible();
  });
});

test.describe("the development wallet", () => {
  test("connects when its owner approves, by name and address, and disconnects [C4.09 C5.40]", async ({ page }) => {
    await connectDevelopmentWallet(page);
    const button = connectedButton(page);
    await expect(button).toHaveText(/^\w{4}…\w{4}$/);
    await expect(walletModal(page)).toBeHidden();
    await button.click();
    await expect(page.getByRole("menu").getByText(/^\w{8}…\w{8}$/)).toBeVisible();
    await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
    await expect(connectButton(page).first()).toBeVisible();
    await page.reload();
    await expect(connectButton(page).first()).toBeVisible();
  });

  test("connects by itself after the page is loaded again, asking nothing [C4.10]", async ({ page }) => {
    await connectDevelopmentWallet(page);
    const address = (await connectedButton(page).textContent()) ?? "";
    await page.reload();
    await expect(connectedButton(page)).toHaveText(address);
    await expect(walletWindow(page)).toHaveCount(0);
    // On a page without money, too: the navigation knows.
    await page.goto("/community");
    await expect(page.getByRole("button", { name: /Connected wallet/ })).toHaveAccessibleName(
      `Connected wallet ${address}`,
    );
  });

  test("is not connected when its owner declines, by the keyboard, and the modal stays", async ({ page }) => {
    await openModal(page);
    const modal = walletModal(page);
    const window = walletWindow(page);
    const choice = modal.getByRole("button", { name: /Development wallet/ });
    await choice.press("Enter");
    await expect(window).toBeVisible();
    // What is below cannot be reached while the window asks.
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press("Tab");
      const outside = await modal.evaluate((element) => element.contains(document.activeElement));
      expect(outside).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(window).toBeHidden();
    await expect(modal.getByRole("alert")).toContainText("You declined the request in the development wallet.");
    await choice.click();
    await window.getByRole("button", { name: "Decline" }).click();
    await expect(window).toBeHidden();
    await expect(modal).toBeVisible();
  });

  test("says on its face that its SOL is worthless, and is there on the local chain only", async ({ page }) => {
    await openModal(page);
    await walletModal(page)
      .getByRole("button", { name: /Development wallet/ })
      .click();
    await expect(walletWindow(page).getByText("Local chain only, worthless SOL")).toBeVisible();
    await onMainnet(page);
    await page.goto("/wallet");
    await installWallets(page, [{ name: "Phantom" }]);
    await openModal(page);
    await expect(walletModal(page).getByRole("button", { name: /Phantom/ })).toBeVisible();
    await expect(walletModal(page).getByRole("button", { name: /Development wallet/ })).toHaveCount(0);
  });

  test("shows what a payment takes before it signs, and a declined one is not sent [M4.02 M8.12 M4.18]", async ({
    page,
  }) => {
    await connectDevelopmentWallet(page);
    const sent: string[] = [];
    const reloads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("wallet.sendTransaction")) sent.push(request.url());
      if (request.url().includes("wallet.get?") || request.url().includes("wallet.get,")) reloads.push(request.url());
    });
    await page.getByLabel("Amount in SOL").fill("2.5");
    const before = reloads.length;
    await page.getByRole("button", { name: "Buy BBUX" }).click();
    const window = walletWindow(page);
    const { platformAddress } = await (await page.request.get("/api/wallet")).json();
    await expect(window.getByText("2.5 SOL", { exact: true })).toBeVisible();
    await expect(window.getByText(platformAddress)).toBeVisible();
    await expect(window.getByText("0.000005 SOL")).toBeVisible();
    await expect(window.getByText("2.500005 SOL")).toBeVisible();
    await expect(window.getByText("There is not enough SOL in this wallet.")).toBeVisible();
    await window.getByRole("button", { name: "Decline" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to sign transaction" })).toBeVisible();
    expect(sent).toEqual([]);
    await expect.poll(() => reloads.length).toBeGreaterThan(before);
  });

  test("signs what its owner approves, and the payment is credited [M4.02 M4.03 M4.04]", async ({ page }) => {
    const called: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/getBlockhash|sendTransaction|confirmDirectDeposit/.test(pathname))
        called.push(pathname.split(".").at(-1) ?? "");
    });
    await connectDevelopmentWallet(page);
    await connectedButton(page).click();
    await page.getByRole("menuitem", { name: "Open development wallet" }).click();
    await getSol(page);
    await page.keyboard.press("Escape");
    await page.getByLabel("Amount in SOL").fill("2.5");
    await page.getByRole("button", { name: "Buy BBUX" }).click();
    await walletWindow(page).getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("is in your balance")).toBeVisible({ timeout: 40_000 });
    expect(called.slice(0, 3)).toEqual(["getBlockhash", "sendTransaction", "confirmDirectDeposit"]);
    const { bbuxBalance } = await (await page.request.get("/api/wallet")).json();
    expect(bbuxBalance).toBe("2.5");
  });

  test("gives its key away on request, and a new one takes its place after a reset", async ({ page }) => {
    await connectDevelopmentWallet(page);
    const address = await connectedButton(page).textContent();
    await connectedButton(page).click();
    await page.getByRole("menuitem", { name: "Open development wallet" }).click();
    const window = walletWindow(page);
    await window.getByRole("button", { name: "Export secret key" }).click();
    await expect(window.getByLabel("Secret key, base58")).toHaveValue(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
    await window.getByRole("button", { name: "Reset wallet" }).click();
    await window.getByRole("button", { name: "Reset for good" }).click();
    await window.getByRole("button", { name: "Close the development wallet" }).click();
    await expect(connectButton(page).first()).toBeVisible();
    await connectDevelopmentWallet(page);
    expect(await connectedButton(page).textContent()).not.toBe(address);
  });
});

test("a wallet that cannot sign transactions is told so [C5.39 M8.10]", async ({ page }) => {
  await installWallets(page, [{ name: "Sender", signs: false }]);
  await openModal(page);
  await walletModal(page)
    .getByRole("button", { name: /Sender/ })
    .click();
  await expect(connectedButton(page)).toBeVisible();
  await page.getByLabel("Amount in SOL").fill("1");
  await page.getByRole("button", { name: "Buy BBUX" }).click();
  await expect(page.getByText("Wallet not connected or signTransaction not available")).toBeVisible();
});

test("buying without a wallet says to connect one; one without SOL says so, and where to get it [M5.07]", async ({
  page,
}) => {
  await page.goto("/wallet");
  await page.getByLabel("Amount in SOL").fill("1");
  await page.getByRole("button", { name: "Buy BBUX" }).click();
  const asked = page.getByText("Please connect your wallet first");
  await expect(asked).toBeVisible();
  await connectButton(page).first().click();
  await walletModal(page)
    .getByRole("button", { name: /Development wallet/ })
    .click();
  await walletWindow(page).getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("There is no SOL in this wallet.")).toBeVisible();
  await expect(asked).toHaveCount(0);
  const get = page.getByRole("main").getByRole("button", { name: "Get SOL" });
  await get.click();
  await getSol(page);
  await page.keyboard.press("Escape");
  await expect(get).toBeFocused();
  await expect(page.getByText("There is no SOL in this wallet.")).toHaveCount(0);
  await page.getByLabel("Amount in SOL").fill("10");
  await expect(page.getByText("There is not enough SOL in this wallet.")).toBeVisible();
});

test.describe("a direct deposit that fails", () => {
  /** The connected development wallet has what it takes, and the form is filled in. */
  async function readyToBuy(page: Page): Promise<void> {
    await connectDevelopmentWallet(page);
    await connectedButton(page).click();
    await page.getByRole("menuitem", { name: "Open development wallet" }).click();
    await getSol(page);
    await page.keyboard.press("Escape");
    await page.getByLabel("Amount in SOL").fill("1");
  }

  test("asks the network three times before it says so [M4.01 M8.11]", async ({ page }) => {
    const asked: number[] = [];
    await page.route(/wallet\.getBlockhash/, (route) => {
      asked.push(Date.now());
      return route.abort();
    });
    await readyToBuy(page);
    await page.getByRole("button", { name: "Buy BBUX" }).click();
    const sentence = "Unable to connect to Solana network after multiple attempts. Please try again later.";
    await expect(page.getByText(sentence)).toBeVisible();
    const [first = 0, second = 0, third = 0] = asked;
    expect(asked).toHaveLength(3);
    for (const apart of [second - first, third - second]) expect(apart).toBeGreaterThanOrEqual(1_950);
    await expect(walletWindow(page)).toHaveCount(0);
  });

  test("after it was sent says so, and the payment is credited all the same [M8.13 M4.08]", async ({ page }) => {
    await page.route(/wallet\.confirmDirectDeposit/, (route) => route.fulfill({ ...wordless, status: 404 }));
    await readyToBuy(page);
    await page.getByRole("button", { name: "Buy BBUX" }).click();
    await walletWindow(page).getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Transaction sent but confirmation failed")).toBeVisible();
    const balance = async () => (await (await page.request.get("/api/wallet")).json()).bbuxBalance;
    await expect.poll(balance, { timeout: 40_000 }).toBe("1");
  });
});

test("the navigation connects and disconnects, with 8 characters of either end when it is wide [C2.041 C2.045 C5.40]", async ({
  page,
}) => {
  await installWallets(page, [{ name: "Phantom" }]);
  await page.goto("/community");
  const rail = page.getByRole("navigation", { name: "Main" }).first();
  await expect(rail.getByRole("link", { name: "Wallet" })).toHaveAttribute("href", "/wallet");
  await rail.getByRole("button", { name: "Connect wallet" }).click();
  await walletModal(page)
    .getByRole("button", { name: /Phantom/ })
    .click();
  await expect(walletModal(page)).toBeHidden();
  await rail.hover();
  const entry = rail.getByRole("button", { name: "Connected wallet 4Nd1…DB4T" });
  await expect(entry).toHaveText("4Nd1mBQt…Ls4gDB4T");
  await entry.click();
  await page.getByRole("menuitem", { name: "Change wallet" }).click();
  await expect(walletModal(page).getByRole("button", { name: /Phantom Connected/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await entry.click();
  await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
  await expect(rail.getByRole("button", { name: "Connect wallet" })).toBeVisible();
});

test("web3.js comes with the first need of a wallet, nothing from another host, and no policy is broken [M7.15 C7.65]", async ({
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
  await page.goto("/community", { waitUntil: "networkidle" });
  expect(scripts.filter((url) => url.includes("/Provider-"))).toEqual([]);
  await connectDevelopmentWallet(page);
  expect(scripts.filter((url) => url.includes("/Provider-"))).toHaveLength(1);
  await connectedButton(page).click();
  await page.getByRole("menuitem", { name: "Change wallet" }).click();
  await walletModal(page).getByRole("button", { name: "More options" }).click();
  await page.waitForLoadState("networkidle");
  expect({ foreign, broken }).toEqual({ foreign: [], broken: [] });
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`accessible in ${colorScheme}`, () => {
    test.use({ colorScheme });
    test("the modal, with everything open, and the development wallet's window", async ({ page }) => {
      await openModal(page);
      await walletModal(page).getByRole("button", { name: "More options" }).click();
      await expect(walletModal(page).getByRole("link", { name: /Backpack/ })).toBeVisible();
      await expectAccessible(page);
      await walletModal(page)
        .getByRole("button", { name: /Development wallet/ })
        .click();
      await expect(walletWindow(page)).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test("More has the wallet, connects it, and nothing is wider than the screen", async ({ page }) => {
    await page.goto("/community");
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: "Wallet", exact: true })).toHaveAttribute("href", "/wallet");
    await page.getByRole("menuitem", { name: "Connect wallet" }).click();
    await walletModal(page)
      .getByRole("button", { name: /Development wallet/ })
      .click();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(360);
    const window = await walletWindow(page).boundingBox();
    expect(window?.x).toBeGreaterThanOrEqual(0);
    expect((window?.x ?? 0) + (window?.width ?? 0)).toBeLessThanOrEqual(360);
    await walletWindow(page).getByRole("button", { name: "Approve" }).click();
    await expect(walletModal(page)).toBeHidden();
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: "Disconnect wallet" })).toBeVisible();
  });
});
