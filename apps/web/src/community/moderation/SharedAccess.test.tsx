// @vitest-environment happy-dom
import type { SharedAccess as Shared } from "@bbux/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { SharedAccess } from "./SharedAccess.tsx";

afterEach(leave);

const AT = "2026-03-01T00:00:00.000Z";
const WALLET = "5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9";
const member = (username: string, more: Partial<Shared["members"][number]> = {}) => ({
  ...{ id: username, username, role: "user" as const, suspended: false, isEstablished: false, lastSeenAt: AT },
  ...more,
});
const NETWORK: Shared = {
  kind: "network",
  trace: "aGk0bmV0d29yaw",
  lastSeenAt: AT,
  memberCount: 2,
  members: [member("amara", { isEstablished: true }), member("kenji", { suspended: true })],
  tiesVotes: true,
  mark: null,
};
const MARKED: Shared = {
  ...NETWORK,
  kind: "wallet",
  trace: WALLET,
  memberCount: 30,
  tiesVotes: false,
  mark: { reason: "An exchange", by: "teodor", at: AT },
};
const listOf = (...shared: readonly Shared[]) => ({
  shared,
  pagination: { page: 1, limit: 20, total: shared.length, pages: 1 },
});
const ADMIN = { ...MEMBER, role: "admin" } as const;
const MODERATOR = { ...MEMBER, role: "moderator" } as const;
const page = <SharedAccess search={{}} onSearch={() => {}} />;

describe("members who share a network, a device or a wallet", () => {
  it("are shown together to moderators, with what it means for their votes", async () => {
    serve({ "sharedAccess.list": listOf(NETWORK, MARKED, { ...NETWORK, kind: "device", tiesVotes: false }) });
    show(page, MODERATOR);
    await screen.findByText("3 results");
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent?.replace(/last used .+?(?=amara)/, " "))).toEqual([
      expect.stringMatching(/^Network aGk0bm.*amara, kenji \(suspended\)1 established.*Count once$/),
      expect.stringMatching(
        /^Wallet 5tzF…uAi9.*amara, kenji \(suspended\) and 28 more.*Count separatelyteodor: An exchange$/,
      ),
      expect.stringMatching(/^Device aGk0bm.*Count separately\d+ or more established members share it$/),
    ]);
    expect(rows[0]?.querySelector("a")?.getAttribute("href")).toBe("/users/amara");
    expect(screen.queryByText("Mark as public")).toBe(null);
    expect(screen.queryByText("Remove mark")).toBe(null);
  });

  it("can be told apart from a public place by an admin, with a reason, but not for a device", async () => {
    const { callsOf } = serve({
      "sharedAccess.list": listOf(NETWORK, { ...NETWORK, kind: "device" }),
      "sharedAccess.mark": { success: true },
    });
    show(page, ADMIN);
    await screen.findByText("2 results");
    expect(screen.getAllByText("Mark as public")).toHaveLength(1);
    press("Mark Network aGk0bm as public");
    const dialog = await screen.findByRole("dialog", { name: "Mark this network as a public place?" });
    const submit = () => fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
    submit();
    await screen.findByText("Please say why");
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "A campus" } });
    submit();
    await waitFor(() =>
      expect(callsOf("sharedAccess.mark")[0]?.input).toEqual({
        kind: "network",
        trace: NETWORK.trace,
        isPublic: true,
        reason: "A campus",
      }),
    );
  });

  it("can be marked back, and a refusal is said in the dialog", async () => {
    const { callsOf } = serve({
      "sharedAccess.list": listOf(MARKED),
      "sharedAccess.mark": refusal({ status: 409, code: "CONFLICT", error: "Another admin was faster" }),
    });
    show(page, ADMIN);
    await screen.findByText("1 result");
    press("Remove the mark of Wallet 5tzF…uAi9");
    const dialog = await screen.findByRole("dialog", { name: "Remove the public mark from this wallet?" });
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Not public" } });
    fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
    expect((await screen.findByRole("alert")).textContent).toContain("Another admin was faster");
    expect(callsOf("sharedAccess.mark")[0]?.input).toMatchObject({ kind: "wallet", isPublic: false });
  });

  it("are searched for by one member, and an empty answer says for whom", async () => {
    const { callsOf } = serve({ "sharedAccess.list": listOf() });
    show(<SharedAccess search={{ search: "noor" }} onSearch={() => {}} />, MODERATOR);
    await screen.findByText("noor shares nothing with others");
    expect(callsOf("sharedAccess.list")[0]?.input).toMatchObject({ member: "noor", page: 1 });
  });

  it("say why they couldn't be loaded, and try again", async () => {
    let fails = true;
    serve({ "sharedAccess.list": () => (fails ? refusal({ status: 403 }) : listOf(NETWORK)) });
    show(page, MODERATOR);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load shared access");
    fails = false;
    press("Try again");
    await screen.findByText("1 result");
  });
});
