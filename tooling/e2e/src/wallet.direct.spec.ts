import { expect } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, PASSWORD } from "./support.ts";
import { connectButton, connectedButton, connectHere, getSol, walletWindow } from "./wallet.support.ts";

test.beforeEach(async ({ page, request }) => {
  const member = await newMember(request, "purse");
  await enter(page, member.email, PASSWORD);
});

test("buying directly says what is missing, shows the cost of a payment before signing, sends nothing that was declined, and credits what was approved [M1.03 M2.03 M4.02 M4.03 M4.04 M4.05 M4.08 M4.18 M5.07 M8.12]", async ({
  page,
}) => {
  test.slow();
  const called: string[] = [];
  let reads = 0;
  page.on("request", (request) => {
    const names = new URL(request.url()).pathname.split("/trpc/")[1]?.split(",") ?? [];
    for (const name of names) {
      if (name === "wallet.get") reads++;
      else if (/getBlockhash|sendTransaction|confirmDirectDeposit/.test(name)) called.push(name.replace("wallet.", ""));
    }
  });
  const wallet = async () => (await page.request.get("/api/wallet")).json();
  const buying = page.getByRole("region", { name: "Buy BBUX with SOL" });
  const balance = page.getByRole("region", { name: "Your balance" }).locator("p").first();
  const amount = page.getByLabel("Amount in SOL");
  const buy = buying.getByRole("button", { name: /^Buy (\d.* )?BBUX$/ });
  const window = walletWindow(page);
  const rereads = (before: number) => expect.poll(() => reads).toBeGreaterThan(before);
  await visit(page, "/wallet");

  await test.step("asks for a wallet if there is none, and says if it has no SOL", async () => {
    await expect(connectButton(page)).toHaveCount(1);
    await expect(buy).toHaveCount(0);
    await amount.fill("1");
    await amount.press("Enter");
    const asked = page.getByText("Please connect your wallet first");
    await expect(asked).toBeVisible();
    await connectHere(page);
    await expect(page.getByText("There is no SOL in this wallet.")).toBeVisible();
    await expect(asked).toHaveCount(0);
  });

  await test.step("shows the cost of a payment before signing, and doesn't send a declined one", async () => {
    await amount.fill("2.5");
    const before = reads;
    await buy.click();
    const { platformAddress } = await wallet();
    await expect(window.getByText("2.5 SOL", { exact: true })).toBeVisible();
    await expect(window.getByText(platformAddress)).toBeVisible();
    await expect(window.getByText("0.000005 SOL")).toBeVisible();
    await expect(window.getByText("2.500005 SOL")).toBeVisible();
    await expect(window.getByText("There isn't enough SOL in this wallet.")).toBeVisible();
    await window.getByRole("button", { name: "Decline" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to sign transaction" })).toBeVisible();
    expect(called).not.toContain("sendTransaction");
    await rereads(before);
  });

  await test.step("says where to get SOL, and when the amount is too high", async () => {
    const get = page.getByRole("main").getByRole("button", { name: "Get SOL" });
    await get.click();
    await getSol(page);
    await page.keyboard.press("Escape");
    await expect(get).toBeFocused();
    await expect(page.getByText("There is no SOL in this wallet.")).toHaveCount(0);
    await amount.fill("10");
    await expect(page.getByText("There isn't enough SOL in this wallet.")).toBeVisible();
    await amount.fill("2.5");
  });

  await test.step("signs what its owner approves, and the payment is credited", async () => {
    called.splice(0);
    const before = reads;
    await buy.click();
    await window.getByRole("button", { name: "Approve" }).click();
    await expect(buying).toContainText("2.5000 BBUX is in your balance");
    expect(called.slice(0, 3)).toEqual(["getBlockhash", "sendTransaction", "confirmDirectDeposit"]);
    await rereads(before);
    await expect(balance).toHaveText("2.5000 BBUX");
    expect((await wallet()).bbuxBalance).toBe("2.5");
    await buying.getByRole("button", { name: "Buy more" }).click();
    await expect(amount).toHaveValue("");
  });

  await test.step("the control disconnects again", async () => {
    await connectedButton(page).click();
    await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
    await expect(connectButton(page)).toHaveCount(1);
  });
});
