// @vitest-environment happy-dom
import { DEFAULT_BRAND, TAG_NAME_RULE } from "@bbux/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { SetupSteps } from "./SetupSteps.tsx";

afterEach(leave);

const SOFTWARE = {
  ...{ id: "software", name: "Software", description: "For developers", added: false },
  tags: [
    { name: "java", description: "The language", added: false },
    { name: "rust", description: "The language", added: false },
    { name: "web", description: "HTML and CSS", added: true },
  ],
};
const EMPTY = { tagSets: [SOFTWARE], tagCount: 0, sendsMail: false };
const PASSED = { success: true, chain: { ok: true, message: "The node answers.", slot: 7 } };

async function setup({ state = EMPTY, changedAt = null, ...replies }: Replies = {}) {
  const server = serve({
    "brand.get": { brand: { ...DEFAULT_BRAND, changedAt } },
    "setup.state": () => state,
    ...replies,
  });
  show(<SetupSteps />);
  await screen.findByRole("navigation", { name: "Checklist" });
  return server;
}
const listed = () =>
  within(screen.getByRole("navigation", { name: "Checklist" }))
    .getAllByRole("link")
    .map((link) => `${link.getAttribute("href")} ${link.textContent}`);
const section = (name: string) => within(screen.getByRole("region", { name }));

describe("the setup of a new platform", () => {
  it("lists its steps with how far they are, each a link to its section", async () => {
    await setup();
    expect(listed()).toEqual([
      "#tags TagsStatus: Required",
      "#branding Name and colorsStatus: Default",
      "#email EmailStatus: Not configured",
      "#solana SolanaStatus: Not tested",
      "#languages LanguagesStatus: 4 languages",
    ]);
    for (const [name = ""] of listed().map((line) => line.slice(1).split(" "))) {
      expect(document.getElementById(name)?.tagName).toBe("H2");
    }
    expect(screen.getByText("1 of 5 done")).toBeTruthy();
    expect(section("Tags").getByText("Required")).toBeTruthy();
  });

  it("folds name and colors once they are kept, goes on to the tags, and remembers it when loaded again", async () => {
    await setup();
    press("Keep as is");
    expect(document.activeElement).toBe(document.getElementById("tags"));
    expect(section("Name and colors").queryByLabelText(/^Name/)).toBeNull();
    expect(listed()[1]).toContain("Kept");
    press("Change: Name and colors");
    expect(section("Name and colors").getByLabelText(/^Name/)).toBeTruthy();
    cleanup();
    await setup();
    expect(listed()[1]).toContain("Kept");
    expect(section("Name and colors").queryByLabelText(/^Name/)).toBeNull();
  });

  it("goes on to the email once name and colors are kept, if there are tags", async () => {
    await setup({ state: { ...EMPTY, tagCount: 12 } });
    press("Keep as is");
    expect(document.activeElement).toBe(document.getElementById("email"));
  });

  it("shows what is done as a line, with its form one press away", async () => {
    await setup({ state: { ...EMPTY, tagCount: 12 }, changedAt: "2026-01-01T00:00:00.000Z" });
    expect(listed().slice(0, 2)).toEqual(["#tags TagsStatus: 12 tags", "#branding Name and colorsStatus: Saved"]);
    expect(section("Tags").queryByLabelText("Software")).toBeNull();
    press("Change: Tags");
    expect(section("Tags").getByLabelText("Software")).toBeTruthy();
    press("Close: Tags");
    expect(section("Tags").queryByLabelText("Software")).toBeNull();
  });

  it("keeps the tags open while they are added, and counts them", async () => {
    let state = EMPTY;
    const { callsOf } = await setup({
      "setup.state": () => state,
      "setup.addTags": () => {
        state = { ...EMPTY, tagSets: [{ ...SOFTWARE, added: true }], tagCount: 1 };
        return { success: true, added: ["java"] };
      },
    });
    section("Tags").getByLabelText("Software").click();
    press("Add 2 tags");
    expect(await section("Tags").findByText("Members can use 1 tag now.")).toBeTruthy();
    expect(callsOf("setup.addTags").map(({ input }) => input)).toEqual([{ sets: ["software"] }]);
    expect(section("Tags").getByLabelText("Software")).toHaveProperty("disabled", true);
    expect(section("Tags").queryByRole("button", { name: /^Add .*tags/ })).toBeNull();
    expect(listed()[0]).toBe("#tags TagsStatus: 1 tag");
    expect(screen.getByText("Your community is ready.")).toBeTruthy();
  });

  it("disables the button until a set is chosen, then shows how many tags it adds", async () => {
    await setup();
    const add = () => section("Tags").getByRole("button", { name: /^Add .*tags$/ });
    expect([add().textContent, add()]).toEqual(["Add tags", expect.objectContaining({ disabled: true })]);
    section("Tags").getByLabelText("Software").click();
    await waitFor(() => expect(add().textContent).toBe("Add 2 tags"));
    expect(add()).toHaveProperty("disabled", false);
  });

  it("adds tags by their names, shows at the field what is wrong with one, lists those it has added, and clears the field for the next", async () => {
    let reply: unknown = refusal({ status: 409, code: "TAG_EXISTS", error: "There is already a tag named java" });
    const { callsOf } = await setup({ "setup.addTags": () => reply });
    const field = section("Tags").getByLabelText<HTMLInputElement>("Or add your own tag");
    const add = (name: string) => {
      fill("Or add your own tag", name);
      press("Add tag");
    };
    add(" ");
    expect(screen.getByRole("button", { name: "Add tag" })).toHaveProperty("disabled", true);
    add("a,b");
    expect(await section("Tags").findByText(TAG_NAME_RULE)).toBeTruthy();
    expect(callsOf("setup.addTags")).toEqual([]);
    add("Java");
    expect(await section("Tags").findByText("There is already a tag named java")).toBeTruthy();
    expect(field.value).toBe("Java");
    reply = { success: true, added: ["post gis"] };
    add(" post  gis ");
    expect(await section("Tags").findByText("Added post gis")).toBeTruthy();
    expect(field.value).toBe("");
    expect(document.activeElement).toBe(field);
    const held = Promise.withResolvers<unknown>();
    reply = held.promise;
    add("gdal");
    await waitFor(() => expect(field.readOnly).toBe(true));
    const elsewhere = section("Name and colors").getByLabelText(/^Name/);
    elsewhere.focus();
    held.resolve({ success: true, added: ["gdal"] });
    expect(await section("Tags").findByText("Added post gis, gdal")).toBeTruthy();
    expect(document.activeElement).toBe(elsewhere);
    expect(callsOf("setup.addTags").map(({ input }) => input)).toEqual(
      ["Java", "post gis", "gdal"].map((name) => ({ names: [name] })),
    );
  });

  it("says connected only if node and signer both answered", async () => {
    let signer = { ok: false, message: "The signer isn't responding." };
    await setup({ "setup.testChain": () => ({ ...PASSED, signer }) });
    press("Test connection");
    expect(await screen.findByText("The signer isn't responding.")).toBeTruthy();
    expect(listed()[3]).toBe("#solana SolanaStatus: Test failed");
    signer = { ok: true, message: "The signer answers." };
    press("Test connection");
    expect(await screen.findByText("The signer answers.")).toBeTruthy();
    expect(listed()[3]).toBe("#solana SolanaStatus: Connected");
  });

  it("has tested nothing as long as there is no mail server, or the request is refused", async () => {
    let reply: unknown = { success: true, ok: false, message: "No mail server is configured." };
    await setup({ "setup.testMail": () => reply });
    press("Save test message");
    expect(await screen.findByText("No mail server is configured.")).toBeTruthy();
    cleanup();
    reply = refusal({ status: 429, code: "RATE_LIMITED", error: "Refused" });
    await setup({ state: { ...EMPTY, sendsMail: true }, "setup.testMail": () => reply });
    await waitFor(() => expect(listed()[2]).toBe("#email EmailStatus: Configured"));
    press("Send test email");
    expect(await section("Email").findByText("Refused")).toBeTruthy();
    expect(listed()[2]).toBe("#email EmailStatus: Configured");
  });

  it("keeps both outcomes when two tests run at the same time", async () => {
    const chain = Promise.withResolvers<unknown>();
    await setup({
      state: { ...EMPTY, sendsMail: true },
      "setup.testChain": () => chain.promise,
      "setup.testMail": { success: true, ok: true, message: "The mail server accepted it." },
    });
    press("Test connection");
    press("Send test email");
    expect(await screen.findByText("The mail server accepted it.")).toBeTruthy();
    chain.resolve({ ...PASSED, signer: { ok: true, message: "The signer answers." } });
    expect(await screen.findByText("The signer answers.")).toBeTruthy();
    expect(listed().slice(2, 4)).toEqual(["#email EmailStatus: Test sent", "#solana SolanaStatus: Connected"]);
    cleanup();
    await setup({ state: { ...EMPTY, sendsMail: true } });
    expect(listed().slice(2, 4)).toEqual(["#email EmailStatus: Test sent", "#solana SolanaStatus: Connected"]);
  });

  it("offers commands to copy, and the reader's languages as a fact", async () => {
    await setup();
    expect(section("Email").getByText("npm run cli -- outbox")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Copy command" })).toHaveLength(2);
    expect(section("Languages").queryByRole("button")).toBeNull();
    expect(screen.getByRole("region", { name: "Languages" }).textContent).toContain(
      "English, Deutsch, Español, 日本語",
    );
  });
});
