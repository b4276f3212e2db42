import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, enter, newMember, PASSWORD } from "./support.ts";
import { changeAnswer, openPage } from "./wallet.screens.support.ts";

const enterDemo = (page: Page, username: string) => enter(page, demoEmail(username), DEMO_PASSWORD);
interface Notes {
  witnesses: { name: string; key: string }[];
  latest: {
    day: string;
    text: string;
    cosigned: { name: string; at: string }[];
    anchor: { signature: string; at: string } | null;
  }[];
}

/** Changes what the platform publishes about notes. @returns the day of the latest note, once the page has fetched it */
async function withNotes(page: Page, change: (notes: Notes) => void): Promise<() => string> {
  let day = "";
  await changeAnswer(page, "transparency.get", ({ notes }: { notes: Notes }) => {
    day = notes.latest[0]?.day ?? "";
    change(notes);
  });
  return () => day;
}

/** A witness whose cosignatures are as https://c2sp.org/tlog-cosignature specifies. */
function witness(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = Buffer.concat([Uint8Array.of(4), publicKey.export({ format: "der", type: "spki" }).subarray(-32)]);
  const id = createHash("sha256").update(`${name}\n`).update(key).digest().subarray(0, 4);
  const time = 1_790_000_000n;
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(time);
  return {
    name,
    key: `${name}+${id.toString("hex")}+${key.toString("base64")}`,
    /** @returns the line that the witness adds to a note */
    cosigned(note: string): string {
      const body = note.slice(0, note.indexOf("\n\n") + 1);
      const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${body}`), privateKey);
      return `— ${name} ${Buffer.concat([id, stamp, signature]).toString("base64")}\n`;
    },
  };
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test.describe("transparency", () => {
  test("the whole log verifies in the browser, with the witnesses that signed it; a tampered one is reported with its first bad entry, and a failed fetch isn't reported as a bad log", {
    tag: "@gate",
  }, async ({ page }) => {
    const [signing, silent] = [witness("witness.example/e2e"), witness("witness.example/silent")];
    const day = await withNotes(page, (notes) => {
      notes.witnesses = [signing, silent].map(({ name, key }) => ({ name, key }));
      const [latest, ...older] = notes.latest;
      for (const note of older) note.anchor = null;
      if (!latest) return;
      latest.text += signing.cosigned(latest.text);
      latest.cosigned = [{ name: signing.name, at: "2026-11-24T10:00:00.000Z" }];
      latest.anchor = { signature: "4".repeat(88), at: "2026-11-24T10:00:00.000Z" };
    });
    await openPage(page, "/transparency");
    const checkpoints = region(page, "Checkpoints");
    // What was fetched before is refetched within seconds.
    await expect(checkpoints).toContainText("Independent witnesses then check that the new checkpoint only adds");
    await expect(checkpoints).toContainText(`The checkpoint of ${day()} was written to Solana on`);
    await expect(checkpoints).toContainText("a fingerprint of the whole log, which no one can change there");
    await expect(checkpoints.getByRole("row", { name: day() })).toContainText(signing.name);
    await page.getByRole("button", { name: "Verify here" }).click();
    await expect(region(page, "Verify the log")).toContainText(
      /The log verifies\. Entries: [\d,]+, checkpoints: \d+\./,
    );
    // Only the one whose signature is right.
    await expect(region(page, "Verify the log")).toContainText(
      /Independent witnesses have signed the same log, up to entry [\d,]+: witness\.example\/e2e\./,
    );
    await expect(page.getByRole("link", { name: "Download the log" })).toHaveAttribute(
      "href",
      "/api/transparency/log.ndjson",
    );
    await expect(region(page, "Totals")).toContainText("exactly what came in from the chain");
    await page.route("**/api/transparency/log.ndjson*", async (route) => {
      const response = await route.fetch();
      const lines = (await response.text()).split("\n");
      const third = JSON.parse(lines[3] ?? "");
      lines[3] = JSON.stringify({ ...third, description: `${third.description}.` });
      await route.fulfill({ response, body: lines.join("\n") });
    });
    await page.getByRole("button", { name: "Verify again" }).click();
    await expect(region(page, "Verify the log")).toContainText("The log does not verify");
    await expect(region(page, "Verify the log")).toContainText("Entry 3: it says something else than what was sealed");
    await page.unrouteAll();
    await page.route("**/api/transparency/log.ndjson*", (route) => route.fulfill({ status: 503 }));
    await page.getByRole("button", { name: "Verify again" }).click();
    await expect(region(page, "Verify the log").getByRole("alert")).toContainText("We couldn't download the log");
    await expect(region(page, "Verify the log")).not.toContainText("does not verify");
  });

  test("is linked from the proof of reserves, and back; the log has pages with stable URLs", async ({ page }) => {
    await openPage(page, "/reserves");
    await page.getByRole("main").getByRole("link", { name: "transparency log" }).click();
    await expect(page).toHaveURL(/\/transparency$/);
    await page.getByRole("main").getByRole("link", { name: "proof of reserves" }).click();
    await expect(page).toHaveURL(/\/reserves$/);
    await openPage(page, "/transparency");
    const places = () => page.getByRole("table", { name: "The log" }).getByRole("row").allTextContents();
    const newest = await places();
    await page.getByRole("link", { name: "Older" }).click();
    await expect(page).toHaveURL(/upTo=\d+/);
    await expect.poll(places).not.toEqual(newest);
    const older = await places();
    await page.reload();
    await expect.poll(places).toEqual(older);
    await page.getByRole("link", { name: "Newer" }).click();
    await expect.poll(places).not.toEqual(older);
  });

  test("a member can prove that their balance is counted, and sees when it isn't", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    // The demo community had its balances at the first checkpoint.
    await enterDemo(page, "noor");
    await openPage(page, "/transparency");
    await page.getByRole("button", { name: "Check that my balance is counted" }).click();
    await expect(region(page, "Is your balance counted?")).toContainText(/Your balance is counted: [\d.]+ BBUX/);
    const part = region(page, "Is your balance counted?");
    await expect(part).toContainText("The platform has signed it.");
    await expect(part.getByRole("link", { name: "Save this proof" })).toHaveAttribute(
      "href",
      "/api/transparency/proof",
    );
    await changeAnswer(page, "transparency.proof", ({ proof }: { proof: { owed: { member: string } } }) => {
      proof.owed.member = "1000000";
    });
    await page.getByRole("button", { name: "Check that my balance is counted" }).click();
    await expect(part).toContainText("The shares don't add up to the amounts");
    const member = await newMember(request, "nothing");
    await page.unrouteAll();
    await page.context().clearCookies();
    await enter(page, member.email, PASSWORD);
    await openPage(page, "/transparency");
    await page.getByRole("button", { name: "Check that my balance is counted" }).click();
    await expect(part).toContainText("Your deposit address isn't in the checkpoint of");
    await expect(part).toContainText("the platform left you out");
  });

  test("a member can change their proof code, and is told at the field which codes won't do", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "coder");
    await enter(page, member.email, PASSWORD);
    await openPage(page, "/transparency");
    const part = region(page, "Is your balance counted?");
    await part.getByRole("button", { name: "Change the code" }).click();
    const field = part.getByRole("textbox", { name: "New code" });
    await field.fill("short");
    await part.getByRole("button", { name: "Save the code" }).click();
    await expect(part).toContainText("Must be at least 12 characters long");
    await expect(field).toBeFocused();
    await field.fill("a code that nobody guesses");
    await part.getByRole("button", { name: "Save the code" }).click();
    await expect(part).toContainText("The next checkpoint uses this code.");
    await page.reload();
    await expect(part).toContainText("a code that nobody guesses");
    await part.getByRole("button", { name: "Change the code" }).click();
    await part.getByRole("button", { name: "Use a random code" }).click();
    await expect(part).not.toContainText("a code that nobody guesses");
  });
});
