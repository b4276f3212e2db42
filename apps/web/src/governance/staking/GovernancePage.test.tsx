// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, press, type Replies, refusal, serve, show, unreached } from "../../lib/render.support.tsx";
import { DASHBOARD } from "./dashboard.support.ts";
import { GovernancePage } from "./GovernancePage.tsx";
import { StakeForm } from "./StakeForm.tsx";
import { useGovernance } from "./useGovernance.ts";

afterEach(leave);

const HISTORY = { points: [] };
/** A member with 25 BBUX and a stake of 21. */
const STAKED = { success: true, message: "", newStake: "26", rewardRate: 0.0008 };

/** The two forms with the dashboard they are shown beside, as on the page. */
function Forms() {
  const { data } = useGovernance();
  return data ? (
    <>
      <StakeForm kind="stake" data={data} />
      <StakeForm kind="unstake" data={data} />
    </>
  ) : null;
}

async function forms(replies: Replies = {}) {
  const server = serve({ "governance.dashboard": DASHBOARD, ...replies });
  show(<Forms />);
  const form = (kind: "Stake" | "Unstake") => screen.getByRole("form", { name: `${kind} BBUX` });
  await screen.findByRole("form", { name: "Stake BBUX" });
  const send = (kind: "Stake" | "Unstake", amount: string) => {
    fireEvent.change(within(form(kind)).getByLabelText("Amount in BBUX"), { target: { value: amount } });
    fireEvent.submit(form(kind));
  };
  return { ...server, form, send };
}

describe("the forms for a stake", () => {
  it("answer no amount with 'Please enter a valid amount', and one above the balance with the balance [M2.21 M5.01]", async () => {
    const { count, form, send } = await forms();
    for (const kind of ["Stake", "Unstake"] as const) {
      for (const amount of ["", "0", "-1"]) {
        send(kind, amount);
        expect(form(kind).textContent).toContain("Please enter a valid amount");
      }
    }
    send("Stake", "25.5");
    expect(form("Stake").textContent).toContain("Amount must be at most your balance, 25 BBUX");
    expect(count("governance.stake") + count("governance.unstake")).toBe(0);
  });

  it.each([
    [
      "Stake",
      "Failed to stake",
      { code: "INSUFFICIENT_BALANCE", error: "Insufficient balance" },
      "Insufficient balance.",
    ],
    ["Unstake", "Failed to unstake", { status: 500 }, "Please try again in a moment."],
  ] as const)(
    "of which %s fails say '%s' and why, and refetch the dashboard [M8.07 M8.08 M4.22]",
    async (kind, sentence, why, hint) => {
      const { count, form, send } = await forms({
        "governance.stake": refusal(why),
        "governance.unstake": refusal(why),
      });
      send(kind, "1");
      const alert = await within(form(kind)).findByRole("alert");
      expect(alert.textContent).toContain(sentence);
      expect(alert.textContent).toContain(hint);
      await waitFor(() => expect(count("governance.dashboard")).toBe(2));
    },
  );

  it("send a stake with a lost response again with the same key [M4.22]", async () => {
    const replies = [unreached, () => STAKED];
    const { callsOf, form, send } = await forms({ "governance.stake": () => replies.shift()?.() });
    send("Stake", "5");
    await within(form("Stake")).findByRole("alert");
    fireEvent.submit(form("Stake"));
    expect(await within(form("Stake")).findByText(/Your stake is now/)).toBeTruthy();
    const [first, second] = callsOf("governance.stake").map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });
});

describe("the dashboard", () => {
  it("says 'Failed to load governance data', and loads after another try [M8.03]", async () => {
    let fails = true;
    serve({ "governance.dashboard": () => (fails ? refusal() : DASHBOARD), "governance.history": HISTORY });
    show(<GovernancePage />);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load governance data");
    fails = false;
    press("Try again");
    expect(await screen.findByRole("region", { name: "Your stake" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("says 'Governance data is not available right now. (Invalid action)' when the server doesn't know the action [M8.06]", async () => {
    serve({ "governance.dashboard": refusal({ error: "Invalid action" }) });
    show(<GovernancePage />);
    const { textContent } = await screen.findByRole("alert");
    expect(textContent).toContain("Governance data is not available right now. (Invalid action)");
  });

  it("shows its figures when the charts fail", async () => {
    serve({ "governance.dashboard": DASHBOARD, "governance.history": refusal() });
    show(<GovernancePage />);
    expect((await screen.findByRole("alert")).textContent).toContain("The charts could not be loaded");
    expect(screen.getByRole("region", { name: "Total staked" }).textContent).toContain("11.0000 BBUX");
  });
});
