// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { RateForm } from "./RateForm.tsx";

afterEach(leave);

describe("the form for a rating", () => {
  function form(replies: Replies = {}, before: Parameters<typeof RateForm>[0]["before"] = null) {
    const server = serve(replies);
    show(<RateForm member={{ id: "9", username: "kenji" }} before={before} onClose={() => {}} />);
    return server;
  }
  const slider = () => screen.getByRole("slider", { name: "Rating" });
  const reason = () => screen.getByLabelText<HTMLTextAreaElement>("Reason");
  const alert = async () => (await screen.findByRole("alert")).textContent;

  it("starts at 5 of 1 to 10, with a word for each value [C5.21 C9.16]", () => {
    form();
    const bounds = ["aria-valuemin", "aria-valuenow", "aria-valuemax"].map((name) => slider().getAttribute(name));
    expect(bounds).toEqual(["1", "5", "10"]);
    expect(screen.getByText("5 of 10 · Fair")).toBeTruthy();
    fireEvent.keyDown(slider(), { key: "End" });
    expect(screen.getByText("10 of 10 · Exceptional")).toBeTruthy();
    for (let down = 0; down < 3; down++) fireEvent.keyDown(slider(), { key: "ArrowLeft" });
    expect(screen.getByText("7 of 10 · Very Good")).toBeTruthy();
  });

  it("starts with the previous rating", () => {
    form({}, { rating: 10, reason: "Kept their word.", context: "COMMUNICATION" });
    expect(slider().getAttribute("aria-valuenow")).toBe("10");
    expect(reason().value).toBe("Kept their word.");
    expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("COMMUNICATION");
  });

  it("has six contexts [C5.25]", () => {
    form();
    const options = within(screen.getByRole("combobox")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Bounty rejection",
      "Answer quality",
      "Communication",
      "Spam",
      "Harassment",
      "General",
    ]);
  });

  it("needs a reason of at most 500 characters, and counts them [C5.22 C5.23 C5.24]", async () => {
    const { count } = form();
    expect(screen.getByText("0/500")).toBeTruthy();
    press("Submit rating");
    expect(await alert()).toBe("Please provide a reason for your rating");
    expect(count("integrity.rate")).toBe(0);
    expect(reason().maxLength).toBe(500);
    fill("Reason", "x".repeat(500));
    expect(screen.getByText("500/500")).toBeTruthy();
  });

  it.each([
    ["'Failed to submit rating'", "", "Failed to submit rating"],
    ["the server's text", "You cannot rate yourself", "You cannot rate yourself"],
  ])("says %s when it fails, and keeps the input [C8.24]", async (_which, error, text) => {
    const { callsOf } = form({ "integrity.rate": refusal({ error }) });
    fill("Reason", "Kept their word.");
    press("Submit rating");
    expect(await alert()).toBe(text);
    expect(reason().value).toBe("Kept their word.");
    const sent = { ratedUserId: "9", rating: 5, reason: "Kept their word.", context: "GENERAL" };
    expect(callsOf("integrity.rate")[0]?.input).toEqual(sent);
  });
});
