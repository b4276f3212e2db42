// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { FlagDialog } from "./FlagDialog.tsx";
import { HiddenPage } from "./HiddenPage.tsx";

afterEach(leave);

describe("the dialog for a flag", () => {
  it("asks what is wrong; says so when the flag fails to send, and keeps the choice", async () => {
    const { callsOf } = serve({ "moderation.flag": refusal({ status: 500 }) });
    show(<FlagDialog target={{ type: "post", id: "50" }} opened onClose={() => {}} />);
    press("Flag");
    expect(screen.getByText("Please choose what's wrong")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
    expect(callsOf("moderation.flag")).toEqual([]);
    fireEvent.click(screen.getByLabelText(/^Off topic/));
    press("Flag");
    const dialog = screen.getByRole("dialog", { name: "Flag this post?" });
    expect((await within(dialog).findByRole("alert")).textContent).toContain("Failed to flag this");
    expect(screen.getByLabelText<HTMLInputElement>(/^Off topic/).checked).toBe(true);
    expect(callsOf("moderation.flag")[0]?.input).toEqual({ targetType: "post", targetId: "50", reason: "OFF_TOPIC" });
  });
});

describe("the hidden content", () => {
  it("is empty for a member without any, also after a failure and another try", async () => {
    const replies = [refusal(), { items: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } }];
    serve({ "moderation.hidden": () => replies.shift() });
    show(<HiddenPage page={1} />);
    expect(await screen.findByRole("heading", { name: "Failed to load your hidden content" })).toBeTruthy();
    press("Try again");
    expect(await screen.findByText("None of your content is hidden")).toBeTruthy();
  });
});
