import { expect, type Page } from "@playwright/test";
import { refuse } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, enter, newMember, PASSWORD } from "./support.ts";
import { changeAnswer, expectSound, memberWith, openPage } from "./wallet.screens.support.ts";

const enterDemo = (page: Page, username: string) => enter(page, demoEmail(username), DEMO_PASSWORD);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test.describe("fees", () => {
  test("come from the values in force, and nothing has a price before they are known [M1.06 M4.46]", async ({
    page,
  }) => {
    await changeAnswer(page, "parameters.list", ({ parameters }: { parameters: { name: string; value: string }[] }) => {
      for (const parameter of parameters) {
        if (parameter.name === "bountyFee") parameter.value = "725";
        if (parameter.name === "withdrawalFee") parameter.value = "150";
      }
    });
    await enterDemo(page, "amara");
    await openPage(page, "/posts/create");
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await page.getByLabel("Amount").fill("4");
    await expect(region(page, "Receipt")).toContainText(/Governance fee \(7\.25%\)\s*0\.29 BBUX/);
    await openPage(page, "/wallet?tab=sell");
    await expect(region(page, "Sell BBUX for SOL")).toContainText("Fee (1.5%)");
    await openPage(page, "/");
    await expect(page.getByRole("main")).toContainText("a fee of 7.25% goes to the community's treasury");
  });

  test("that fail to load prevent posting a bounty and selling [M1.06]", async ({ page }) => {
    await refuse(page, "parameters.list");
    await enterDemo(page, "amara");
    await visit(page, "/posts/create");
    await page.getByLabel("Title").fill("What does it cost?");
    await page.getByRole("textbox", { name: "Content" }).fill("Nobody knows.");
    await page.getByRole("combobox", { name: "Tags" }).fill("rust");
    await page.getByRole("option").first().click();
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await page.getByLabel("Amount").fill("1");
    await expect(region(page, "Receipt")).toContainText("not available");
    await expect(region(page, "Receipt")).not.toContainText("5%");
    await page.getByRole("button", { name: "Post question" }).click();
    await expect(page.getByRole("alert")).toContainText("We couldn't load the fee");
    await expect(page).toHaveURL(/\/posts\/create$/);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Load the fee again" }).click();
    await expect(region(page, "Receipt")).toContainText("Governance fee (5%)");
  });
});

test.describe("proposals", () => {
  test("can be written with a preview of the change, within its bounds [M4.44 M5.42]", async ({ page, request }) => {
    const member = await newMember(request, "writer");
    await enter(page, member.email, PASSWORD);
    await openPage(page, "/governance/proposals/new");
    const form = page.getByRole("form", { name: "New proposal" });
    await expect(form.getByRole("radio", { name: "Signal" })).toContainText("Needs 1.0000 BBUX staked");
    await expect(form.getByRole("radio", { name: "Policy" })).toContainText("Needs 10.0000 BBUX staked");
    await expect(form).toContainText("You have staked 0.0000 BBUX. This kind needs 1.0000 BBUX more.");
    await form.getByRole("radio", { name: "Parameter change" }).click();
    await form.getByRole("combobox", { name: "What to change" }).click();
    await page.getByRole("option", { name: "Base reward rate" }).click();
    await expect(form).toContainText("From 0.000% a day to 0.200% a day");
    await form.getByLabel("New value").fill("0.06");
    await expect(region(page, "What would change")).toContainText(/0\.050% a day.*0\.060% a day/s);
    await form.getByLabel("New value").fill("0.5");
    await form.getByRole("button", { name: "Submit proposal" }).click();
    await expect(form).toContainText("Base reward rate must be at most 0.200% a day");
    await expect(form).toContainText("Please give it a title of at least 5 characters");
    await form.getByLabel("New value").fill("0.06");
    await form.getByLabel("Title").fill("A higher base rate");
    await form.getByRole("textbox", { name: "Proposal" }).fill("Let the **base rate** rise a little, please.");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(region(page, "Preview: Proposal").getByRole("strong")).toHaveText("base rate");
    // The draft survives a reload, and the server says what is missing.
    await page.reload();
    await expect(form.getByLabel("Title")).toHaveValue("A higher base rate");
    await form.getByRole("button", { name: "Submit proposal" }).click();
    await expect(form.getByRole("alert")).toContainText(/This needs a stake of \d+ BBUX. You have staked 0 BBUX./);
  });

  test("can be filtered by status, also in the URL; an unknown one says so; a member without stake when voting opened can't vote [M4.45 M6.21]", async ({
    page,
    request,
    browser,
  }) => {
    const member = await memberWith(page, request, 3);
    await member.post("/governance/stake", { amount: "2" });
    const title = `Shall we? ${crypto.randomUUID().slice(0, 6)}`;
    await member.post("/governance/proposals", { type: "SIGNAL", title, proposal: "It is only a question of taste." });
    await openPage(page, "/governance/proposals");
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Open" }).click();
    await expect(page).toHaveURL(/status=open/);
    await expect(page.getByRole("article", { name: title })).toContainText("No votes yet");
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Rejected" }).click();
    await expect(page).toHaveURL(/status=rejected/);
    await expect(page.getByRole("article", { name: title })).toHaveCount(0);
    await visit(page, "/governance/proposals/999999999");
    await expect(page.getByRole("heading", { name: "This proposal is not here" })).toBeVisible();

    const answer = await member.post("/governance/proposals", {
      type: "SIGNAL",
      title: "Only for those who were here",
      proposal: "It is only a question of taste.",
    });
    const path = `/governance/proposals/${Reflect.get(Object(answer.proposal), "id")}`;
    await openPage(page, path);
    await expect(region(page, "Your vote")).toContainText(/It counts as 2\.\d{4} votes/);
    await refuse(page, "proposals.vote", { code: "VOTING_CLOSED", status: 409, error: "Voting is over" });
    await region(page, "Your vote").getByRole("button", { name: "Vote against" }).click();
    const dialog = page.getByRole("dialog", { name: "Vote against this proposal?" });
    await dialog.getByRole("button", { name: "Vote against and lock" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Voting is over");

    const other = await browser.newPage();
    await memberWith(other, request, 0);
    await openPage(other, path);
    await expect(region(other, "Your vote")).toContainText("You had no stake when voting opened");
    await expect(other.getByRole("button", { name: "Vote for" })).toHaveCount(0);
    await other.close();
  });
});

test("the buttons to vote show their whole text on phones and in the side column", async ({ page, request }) => {
  const member = await memberWith(page, request, 3);
  await member.post("/governance/stake", { amount: "2" });
  const { proposal } = await member.post("/governance/proposals", {
    type: "SIGNAL",
    title: "Is it all there?",
    proposal: "It is only a question of taste.",
  });
  await openPage(page, `/governance/proposals/${Reflect.get(Object(proposal), "id")}`);
  for (const width of [1_280, 390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ["Vote for", "Vote against"]) {
      const text = region(page, "Your vote").getByRole("button", { name }).locator(".mantine-Button-label");
      const hidden = () => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(hidden, `${name} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("no governance page has a serious accessibility violation or overflows at any width [M2.15]", async ({
  page,
  request,
}) => {
  test.slow();
  const member = await memberWith(page, request, 3);
  await member.post("/governance/stake", { amount: "2" });
  const { proposal } = await member.post("/governance/proposals", {
    type: "SIGNAL",
    title: "Is it readable?",
    proposal: "It is only a question of taste.",
  });
  const own = `/governance/proposals/${Reflect.get(Object(proposal), "id")}`;
  for (const path of ["/governance", "/governance/proposals", "/governance/proposals/new", own, "/transparency"]) {
    await openPage(page, path);
    await expectSound(page);
  }
});
