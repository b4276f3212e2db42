// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { type Call, fill, leave, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { SpendingSettings } from "./SpendingSettings.tsx";

afterEach(leave);

const SAVE = "Save spending settings";
const keep = ({ input }: Call) => input;

async function settings(replies: Replies = {}) {
  const server = serve({ "profile.spending": { confirmAbove: "10" }, "profile.updateSpending": keep, ...replies });
  show(<SpendingSettings />);
  await screen.findByRole("button", { name: SAVE });
  return { saved: () => server.callsOf("profile.updateSpending").map(({ input }) => input) };
}

describe("the amount above which a bounty is asked about", () => {
  it("is shown, and saved as it is typed", async () => {
    const { saved } = await settings();
    expect(screen.getByLabelText<HTMLInputElement>("Ask above").value).toBe("10");
    fill("Ask above", "2,5");
    press(SAVE);
    expect(await screen.findByText("Saved")).toBeTruthy();
    expect(saved()).toEqual([{ confirmAbove: "2.5" }]);
  });

  it("can be turned off, and on again", async () => {
    const { saved } = await settings();
    await userEvent.click(screen.getByLabelText(/^Ask me before/));
    expect(screen.queryByLabelText("Ask above")).toBeNull();
    press(SAVE);
    await waitFor(() => expect(saved()).toEqual([{ confirmAbove: null }]));
    await userEvent.click(screen.getByLabelText(/^Ask me before/));
    expect(screen.getByLabelText<HTMLInputElement>("Ask above").value).toBe("10");
  });

  it("is not saved while it isn't an amount, and the field says so", async () => {
    const { saved } = await settings();
    fill("Ask above", "ten");
    press(SAVE);
    expect(await screen.findByText("Please enter an amount such as 2.5")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Ask above"));
    expect(saved()).toEqual([]);
  });

  it("says at the field what the server refuses", async () => {
    const details = [{ field: "confirmAbove", message: "Amount must be at most 1000000" }];
    await settings({ "profile.updateSpending": refusal({ status: 422, code: "VALIDATION_ERROR", details }) });
    fill("Ask above", "2000000");
    press(SAVE);
    expect(await screen.findByText("Amount must be at most 1000000")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says when it can't be loaded, with another try", async () => {
    let fails = true;
    serve({ "profile.spending": () => (fails ? refusal() : { confirmAbove: null }) });
    show(<SpendingSettings />);
    expect((await screen.findByRole("alert")).textContent).toContain("We couldn't load your spending settings");
    fails = false;
    press("Try again");
    expect(await screen.findByRole("button", { name: SAVE })).toBeTruthy();
  });
});
