import { expect, type Page, test } from "@playwright/test";
import { tell } from "./story.support.ts";
import { enter, newMember, PASSWORD } from "./support.ts";
import {
  connectButton,
  connectedButton,
  connectHere,
  expectAccessible,
  openModal,
  walletModal,
  walletWindow,
} from "./wallet.support.ts";

test.describe("the development wallet connects when its owner approves, reconnects after a reload, and disconnects; its key can be exported and replaced [C4.09 C4.10 C5.40]", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["owner"]);
  const choiceOn = (page: Page) => walletModal(page).getByRole("button", { name: /Development wallet/ });
  let address: string;

  test("stays disconnected when its owner declines by keyboard, and the modal stays open", async ({ request }) => {
    const page = pages.owner;
    const member = await newMember(request, "purse");
    await enter(page, member.email, PASSWORD);
    await openModal(page);
    const modal = walletModal(page);
    const window = walletWindow(page);
    const choice = choiceOn(page);
    await choice.press("Enter");
    await expect(window).toBeVisible();
    await expect(window.getByText("Local chain only, worthless SOL")).toBeVisible();
    await expectAccessible(page);
    // Nothing below is reachable while the window asks.
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

  test("connects on approval, by name and address", async () => {
    const page = pages.owner;
    await choiceOn(page).click();
    await walletWindow(page).getByRole("button", { name: "Approve" }).click();
    await expect(connectedButton(page)).toHaveText(/^\w{4}…\w{4}$/);
    await expect(walletModal(page)).toBeHidden();
    address = (await connectedButton(page).textContent()) ?? "";
  });

  test("reconnects after a reload without asking", async () => {
    const page = pages.owner;
    await page.reload();
    await expect(connectedButton(page)).toHaveText(address);
    await expect(walletWindow(page)).toHaveCount(0);
    // On a page without money too, because the navigation shows it.
    await page.goto("/community");
    await expect(page.getByRole("button", { name: /Connected wallet/ })).toHaveAccessibleName(
      `Connected wallet ${address}`,
    );
  });

  test("disconnects, and stays disconnected after a reload", async () => {
    const page = pages.owner;
    await page.goto("/wallet");
    await connectedButton(page).click();
    await expect(page.getByRole("menu").getByText(/^\w{8}…\w{8}$/)).toBeVisible();
    await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
    await expect(connectButton(page).first()).toBeVisible();
    await page.reload();
    await expect(connectButton(page).first()).toBeVisible();
  });

  test("exports its key on request, and a new one replaces it after a reset", async () => {
    const page = pages.owner;
    const window = walletWindow(page);
    await connectHere(page);
    await connectedButton(page).click();
    await page.getByRole("menuitem", { name: "Open development wallet" }).click();
    await window.getByRole("button", { name: "Export secret key" }).click();
    await expect(window.getByLabel("Secret key, base58")).toHaveValue(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
    await window.getByRole("button", { name: "Reset wallet" }).click();
    await window.getByRole("button", { name: "Reset for good" }).click();
    await window.getByRole("button", { name: "Close the development wallet" }).click();
    await expect(connectButton(page).first()).toBeVisible();
    await connectHere(page);
    expect(await connectedButton(page).textContent()).not.toBe(address);
  });
});
