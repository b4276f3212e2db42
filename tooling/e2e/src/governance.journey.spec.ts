import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { change, ownStake, setParameter, votingOver } from "./governance.support.ts";
import { changingTest as test } from "./own-server.support.ts";
import { tell } from "./story.support.ts";
import { demoMember, freshName } from "./support.ts";
import { memberWith, openPage } from "./wallet.screens.support.ts";

test.describe("members with stake lower a fee: proposed, voted on, decided, and charged [M4.22 M4.44 M4.45 M4.46 M1.06]", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["proposer", "voter"]);
  const title = `A fee of four percent ${freshName("now")}`;
  const maren = (request: APIRequestContext) => demoMember(request, "maren");
  test.afterAll(async ({ request }) => setParameter(await maren(request), "bountyFee", "500").catch(() => undefined));

  test("they buy BBUX", async ({ request }) => {
    const { proposer, voter } = pages;
    const admin = await maren(request);
    // 100 BBUX is a large amount for a test.
    await setParameter(admin, "parameterStake", "5000000000");
    const before = (await (await request.get("/api/parameters")).json()).parameters as {
      name: string;
      value: string;
    }[];
    expect(before.find(({ name }) => name === "bountyFee")?.value).toBe("500");
    await Promise.all([memberWith(proposer, request, 10), memberWith(voter, request, 5)]);
  });

  test("they stake", async () => {
    const { proposer, voter } = pages;
    await openPage(proposer, "/governance");
    await change(proposer, "Stake", "8");
    await expect(ownStake(proposer)).toHaveText("8.0000 BBUX");
    await expect(proposer.getByRole("status").filter({ hasText: "Staked." })).toContainText(/rate 0\.\d{3}% a day/);
    await openPage(voter, "/governance");
    await change(voter, "Stake", "2.5");
    await expect(ownStake(voter)).toHaveText("2.5000 BBUX");
  });

  test("one proposes", async () => {
    const { proposer } = pages;
    await proposer
      .getByRole("navigation", { name: "Governance" })
      .getByRole("link", { name: /^Proposals/ })
      .click();
    await proposer.getByRole("link", { name: "New proposal" }).click();
    const form = proposer.getByRole("form", { name: "New proposal" });
    await form.getByRole("radio", { name: "Parameter change" }).click();
    await expect(form).toContainText("You have staked 8.0000 BBUX");
    await form.getByRole("combobox", { name: "What to change" }).click();
    await proposer.getByRole("option", { name: "Fee on a bounty" }).click();
    await form.getByLabel("New value").fill("4");
    await expect(form.getByRole("region", { name: "What would change" })).toContainText(/5%.*4%/s);
    await form.getByLabel("Title").fill(title);
    await form.getByRole("textbox", { name: "Proposal" }).fill("Five percent keeps **small bounties** away.");
    await form.getByRole("button", { name: "Submit proposal" }).click();
    await proposer.waitForURL(/\/governance\/proposals\/\d+$/);
    await expect(proposer.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  test("both vote, which locks their stake", async () => {
    const { proposer, voter } = pages;
    await voteFor(proposer, "8.0");
    await voter.goto("/governance/proposals?status=open");
    await voter.getByRole("link", { name: title }).click();
    await voteFor(voter, "2.5");
    await expect(voter.getByRole("region", { name: "Results so far" })).toContainText("For, 100%");
    await expect(voter.getByRole("region", { name: "Results so far" })).toContainText("reached");

    // Stake behind an open vote can't be unstaked.
    await openPage(voter, "/governance");
    await expect(voter.getByRole("region", { name: "Your stake" })).toContainText(
      "2.5000 BBUX of your stake is locked",
    );
    await change(voter, "Unstake", "1");
    await expect(voter.getByRole("form", { name: "Unstake BBUX" })).toContainText(
      "2.5000 BBUX are locked by your votes",
    );
  });

  test("it passes, and the fee is charged", async ({ request }) => {
    const { proposer, voter } = pages;
    await votingOver(proposer.url().split("/").at(-1) ?? "");
    // The server's job decides every minute, or right away when an admin runs it. The page follows without a reload.
    await (await maren(request)).post("/admin/jobs/run", { name: "close-proposals" });
    const result = proposer.getByRole("region", { name: "Results so far" });
    await expect(result).toContainText("It passed and is in force.", { timeout: 90_000 });
    await expect(proposer.getByRole("region", { name: "Carried out" })).toContainText("Fee on a bounty is 4%");

    await openPage(voter, "/posts/create");
    await voter.getByRole("switch", { name: "Offer a bounty" }).check();
    await voter.getByLabel("Amount").fill("2");
    const receipt = voter.getByRole("region", { name: "Receipt" });
    await expect(receipt).toContainText(/Governance fee \(4%\)\s*0\.08 BBUX/);
    await expect(receipt).toContainText(/Total\s*2\.08 BBUX/);
  });

  test("the stake is free again", async () => {
    const { voter } = pages;
    await openPage(voter, "/governance");
    await change(voter, "Unstake", "2.5");
    await expect(ownStake(voter)).toHaveText("0.0000 BBUX");
    await voter.getByRole("tab", { name: "Transparency log" }).click();
    await expect(voter.getByRole("table", { name: "Transparency log" })).toContainText("Proposal executed");
  });
});

async function voteFor(page: Page, power: string): Promise<void> {
  const vote = page.getByRole("region", { name: "Your vote" });
  await expect(vote).toContainText(`It counts as ${power}`);
  await vote.getByRole("button", { name: "Vote for" }).click();
  const dialog = page.getByRole("dialog", { name: "Vote for this proposal?" });
  await expect(dialog).toContainText(/is locked until \d+ \w+ 20\d\d at/);
  await dialog.getByRole("button", { name: "Vote for and lock" }).click();
  await expect(vote).toContainText("You voted for");
}
