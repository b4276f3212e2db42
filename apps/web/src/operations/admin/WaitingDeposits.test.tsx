// @vitest-environment happy-dom
import type { WaitingDeposit } from "@bbux/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { WaitingDeposits } from "./WaitingDeposits.tsx";

afterEach(leave);

const ADMIN = { ...MEMBER, id: "1", username: "maren" };

const LARGE: WaitingDeposit = {
  id: "7",
  username: "ada",
  address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
  signature: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
  amount: "120",
  reason: "approval",
  since: "2026-03-01T00:00:00.000Z",
  takesTwo: false,
  missing: 1,
  approvals: [],
  approved: false,
};
const approval = { member: "ada", reason: "Seen elsewhere", at: "2026-03-01T01:00:00.000Z", counts: true };
const DISPUTED: WaitingDeposit = { ...LARGE, id: "8", username: "bert", amount: "2", reason: "nodes_disagree" };

describe("waiting deposits", () => {
  it("say whose they are and why they wait; only those that need an admin can be approved [M4.06]", async () => {
    serve({ "admin.waitingDeposits": { deposits: [LARGE, DISPUTED] } });
    show(<WaitingDeposits />, ADMIN);
    const [, large, disputed] = await screen.findAllByRole("row");
    expect(large?.textContent).toContain("120.0000 SOL");
    expect(large?.textContent).toContain("ada");
    expect(large?.textContent).toContain("It is large, and only one node confirms it");
    expect(disputed?.textContent).toContain("Two nodes disagree about it");
    expect(within(disputed as HTMLElement).queryByRole("button", { name: "Approve" })).toBeNull();
  });

  it("are approved with a reason, and then no longer listed [M4.06]", async () => {
    let deposits = [LARGE];
    const server = serve({
      "admin.waitingDeposits": () => ({ deposits }),
      "admin.approveDeposit": () => {
        deposits = [];
        return { success: true, username: "ada", amount: "120", missing: 0 };
      },
    });
    show(<WaitingDeposits />, ADMIN);
    await screen.findByRole("table");
    press("Approve");
    const dialog = within(await screen.findByRole("dialog", { name: "Approve this deposit?" }));
    expect(dialog.getByText("ada gets 120.00 BBUX immediately and can spend or sell it.")).toBeTruthy();
    dialog.getByRole("button", { name: "Approve" }).click();
    expect(await dialog.findByText("Please say where you have seen it")).toBeTruthy();
    fill(/^Where you have seen the payment/, "Seen on two explorers");
    dialog.getByRole("button", { name: "Approve" }).click();
    expect(await screen.findByText("No deposits need approval")).toBeTruthy();
    expect(server.callsOf("admin.approveDeposit").map(({ input }) => input)).toEqual([
      { id: "7", reason: "Seen on two explorers" },
    ]);
  });

  it("of a large amount say who approved and what is missing, and stay until a second admin approves [M4.06]", async () => {
    const two: WaitingDeposit = { ...LARGE, takesTwo: true, missing: 2 };
    const theirs: WaitingDeposit = { ...two, id: "8", missing: 1, approvals: [{ ...approval, username: "omar" }] };
    const mine: WaitingDeposit = {
      ...theirs,
      id: "9",
      approved: true,
      approvals: [{ ...approval, username: "maren" }],
    };
    const own: WaitingDeposit = { ...two, id: "10", username: "maren" };
    serve({
      "admin.waitingDeposits": { deposits: [two, theirs, mine, own] },
      "admin.approveDeposit": { success: true, username: "ada", amount: "120", missing: 1 },
    });
    show(<WaitingDeposits />, ADMIN);
    const [, first, second, third, fourth] = (await screen.findAllByRole("row")) as HTMLElement[];
    expect(first?.textContent).toContain("0 of 2");
    expect(fourth?.textContent).toContain("You can't approve your own deposit");
    expect(second?.textContent).toContain("1 of 2omar");
    expect(second?.textContent).toContain("Seen elsewhere");
    expect(third && within(third).queryByRole("button", { name: "Approve" })).toBeNull();
    (first && within(first).getByRole("button", { name: "Approve" }))?.click();
    const dialog = within(await screen.findByRole("dialog", { name: "Approve this deposit?" }));
    expect(
      dialog.getByText("Once a second admin approves, ada gets 120.00 BBUX and can spend or sell it."),
    ).toBeTruthy();
    fill(/^Where you have seen the payment/, "Seen on two explorers");
    dialog.getByRole("button", { name: "Approve" }).click();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("stay, with the server's reason, when the approval is refused [M4.06]", async () => {
    const error = "The node doesn't show this payment any more";
    serve({
      "admin.waitingDeposits": { deposits: [LARGE] },
      "admin.approveDeposit": refusal({ status: 409, code: "CONFLICT", error }),
    });
    show(<WaitingDeposits />, ADMIN);
    await screen.findByRole("table");
    press("Approve");
    const dialog = within(await screen.findByRole("dialog"));
    fill(/^Where you have seen the payment/, "Seen on two explorers");
    dialog.getByRole("button", { name: "Approve" }).click();
    await waitFor(() => expect(dialog.getByRole("alert").textContent).toContain(error));
  });
});
