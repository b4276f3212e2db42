// @vitest-environment happy-dom
import type { WaitingWithdrawal } from "@bbux/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { WaitingWithdrawals } from "./WaitingWithdrawals.tsx";

afterEach(leave);

const LARGE: WaitingWithdrawal = {
  id: "7",
  username: "ada",
  amount: "120",
  netAmount: "116.4",
  dayAmount: "150",
  destination: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
  paidBefore: 0,
  since: "2026-03-01T00:00:00.000Z",
  until: new Date(Date.now() + 50 * 3_600_000).toISOString(),
  approvals: [],
  own: false,
  approved: false,
};
const approval = { reason: "Called her", at: "2026-03-01T01:00:00.000Z", counts: true };
const OWN: WaitingWithdrawal = { ...LARGE, id: "8", username: "maren", own: true, paidBefore: 2, dayAmount: "120" };
const APPROVED: WaitingWithdrawal = {
  ...LARGE,
  id: "9",
  username: "bert",
  approved: true,
  approvals: [
    { ...approval, username: "maren" },
    { ...approval, username: "omar", counts: false },
  ],
};

describe("withdrawals to approve", () => {
  it("show amount, member, destination, time left and who approved; one's own and approved ones can't be approved [M4.16]", async () => {
    serve({ "admin.waitingWithdrawals": { withdrawals: [LARGE, OWN, APPROVED] } });
    show(<WaitingWithdrawals />);
    const [, large, own, approved] = (await screen.findAllByRole("row")) as HTMLElement[];
    for (const text of [
      "120.0000 BBUX",
      "150.0000 BBUX requested in 24 hours",
      "ada",
      LARGE.destination,
      "New destination",
      "0 of 2",
    ]) {
      expect(large?.textContent).toContain(text);
    }
    expect(large?.textContent).toMatch(/\d+h/);
    expect(own?.textContent).toContain("Used 2 times before");
    expect(own?.textContent).not.toContain("requested in 24 hours");
    expect(own?.textContent).toContain(
      "It's yours, or from an account that used your browser, so another admin has to decide",
    );
    expect(own && within(own).queryByRole("button", { name: /Approve|Refuse/ })).toBeNull();
    expect(approved?.textContent).toContain("omar (no longer counts)");
    expect(approved && within(approved).queryByRole("button", { name: "Approve" })).toBeNull();
    expect(approved && within(approved).getByRole("button", { name: "Refuse" })).toBeTruthy();
  });

  it("are approved with a reason and the admin's password; a wrong one is said [M4.16]", async () => {
    let wrong = true;
    const server = serve({
      "admin.waitingWithdrawals": { withdrawals: [LARGE] },
      "admin.approveWithdrawal": () =>
        wrong
          ? refusal({ status: 400, code: "WRONG_PASSWORD", error: "Current password is incorrect" })
          : { success: true, username: "ada", missing: 1 },
    });
    show(<WaitingWithdrawals />);
    await screen.findByRole("table");
    press("Approve");
    const dialog = within(await screen.findByRole("dialog", { name: "Approve this withdrawal?" }));
    expect(dialog.getByText(/^Once a second admin approves, 116.4000 SOL is sent to ada's address/)).toBeTruthy();
    fill(/^What you checked/, "Called her");
    dialog.getByRole("button", { name: "Approve" }).click();
    expect(await dialog.findByText("Please enter your password")).toBeTruthy();
    fill(/^Your password/, "a password");
    dialog.getByRole("button", { name: "Approve" }).click();
    expect(await dialog.findByText("Current password is incorrect")).toBeTruthy();
    wrong = false;
    dialog.getByRole("button", { name: "Approve" }).click();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.callsOf("admin.approveWithdrawal").at(-1)?.input).toEqual({
      id: "7",
      password: "a password",
      reason: "Called her",
    });
  });

  it("are refused with a reason that the member reads, and then no longer listed [M4.16]", async () => {
    let withdrawals = [APPROVED];
    const server = serve({
      "admin.waitingWithdrawals": () => ({ withdrawals }),
      "admin.refuseWithdrawal": () => {
        withdrawals = [];
        return { success: true, username: "bert", refunded: true };
      },
    });
    show(<WaitingWithdrawals />);
    await screen.findByRole("table");
    press("Refuse");
    const dialog = within(await screen.findByRole("dialog", { name: "Refuse this withdrawal?" }));
    expect(dialog.getByText("bert reads your reason. It's also recorded in the audit log.")).toBeTruthy();
    fill(/^Reason/, "Not from the member");
    dialog.getByRole("button", { name: "Refuse" }).click();
    expect(await screen.findByText("No withdrawals need approval")).toBeTruthy();
    expect(server.callsOf("admin.refuseWithdrawal").map(({ input }) => input)).toEqual([
      { id: "9", reason: "Not from the member" },
    ]);
  });
});
