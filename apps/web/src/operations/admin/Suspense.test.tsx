// @vitest-environment happy-dom
import type { SuspenseItem } from "@bbux/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, MEMBER, press, serve, show } from "../../lib/render.support.tsx";
import { Suspense } from "./Suspense.tsx";

afterEach(leave);

const ADMIN = { ...MEMBER, id: "1", username: "maren" };

const ITEM: SuspenseItem = {
  id: "7",
  signature: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
  address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
  amount: "120",
  reason: "unknown_sender",
  status: "open",
  resolution: null,
  createdAt: "2026-03-01T00:00:00.000Z",
  takesTwo: true,
  missing: 2,
  approvals: [],
  approved: false,
};
const approval = { username: "omar", reason: "He wrote", at: "2026-03-01T01:00:00.000Z", counts: true };
const list = (items: SuspenseItem[]) => ({ "admin.suspense": { items, openTotal: "120" } });

describe("a large unclaimed deposit", () => {
  it("is given once a second admin names the same member, and the screen says so", async () => {
    const missing = [1, 0];
    const server = serve({
      ...list([ITEM]),
      "admin.resolveSuspense": () => ({
        ...{ success: true, amount: "120", missing: missing.shift(), resolution: null },
      }),
    });
    show(<Suspense />, ADMIN);
    const [, row] = (await screen.findAllByRole("row")) as HTMLElement[];
    expect(row?.textContent).toContain("0 of 2");
    press("Resolve");
    const dialog = within(await screen.findByRole("dialog", { name: "Whose is this deposit?" }));
    const waits = "Once a second admin approves the same, the member gets 120.00 BBUX and can spend or sell it.";
    expect(dialog.getByText(waits)).toBeTruthy();
    fill(/^Username/, "ada");
    fill(/^How you found out/, "She wrote");
    press("Give to the member");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.callsOf("admin.resolveSuspense").at(-1)?.input).toEqual({
      ...{ id: "7", username: "ada", reason: "She wrote" },
    });
  });

  it("shows who approved what, and offers the second admin the same", async () => {
    const theirs = { ...ITEM, missing: 1, approvals: [{ ...approval, member: "ada" }] };
    const floats = { ...theirs, id: "8", approvals: [{ ...approval, member: null }] };
    const mine = { ...theirs, id: "9", approved: true };
    serve({
      ...list([theirs, floats, mine]),
      "admin.resolveSuspense": { success: true, amount: "120", missing: 0, resolution: "Recorded as member ada (5)" },
    });
    show(<Suspense />, ADMIN);
    const [, first, second, third] = (await screen.findAllByRole("row")) as HTMLElement[];
    expect(first?.textContent).toContain("1 of 2omar, for ada");
    expect(second?.textContent).toContain("1 of 2omar, for the operator");
    expect(third && within(third).getByRole("button", { name: "Change" })).toBeTruthy();
    (first && within(first).getByRole("button", { name: "Resolve" }))?.click();
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByLabelText<HTMLInputElement>(/^Username/).value).toBe("ada");
    expect(dialog.getByText("ada gets 120.00 BBUX immediately and can spend or sell it.")).toBeTruthy();
    fill(/^How you found out/, "She wrote");
    press("Give to the member");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
