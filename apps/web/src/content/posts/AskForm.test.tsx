// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fill, leave, press } from "../../lib/render.support.tsx";
import { askForm, complete, POST, tagField } from "./askForm.support.tsx";

afterEach(leave);

describe("the ask form", () => {
  it("picks the first matching tag on Enter, even before the matches are listed, and posts nothing", {
    tags: "proof",
  }, async () => {
    const { posted, callsOf } = await complete();
    await userEvent.type(tagField(), "type{Enter}");
    await screen.findByText("2/10");
    expect(posted()).toBe(0);
    press(POST);
    await waitFor(() =>
      expect(callsOf("posts.create")[0]?.input).toMatchObject({ tags: ["javascript", "typescript"] }),
    );
  });

  it("picks a tag on Enter even if the field is left before the matches are here", { tags: "proof" }, async () => {
    const { matches } = await complete();
    const slow = Promise.withResolvers<void>();
    matches.wait = slow.promise;
    await userEvent.type(tagField(), "type{Enter}{Tab}");
    expect(document.activeElement).not.toBe(tagField());
    slow.resolve();
    await screen.findByText("2/10");
  });

  it("picks on Enter only the tag that the arrow keys chose, if they did", { tags: "proof" }, async () => {
    const { callsOf } = await complete();
    await userEvent.type(tagField(), "type");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
    await waitFor(() => expect(callsOf("tags.list").at(-1)?.input).toMatchObject({ search: "type" }));
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await screen.findByText("2/10");
    press(POST);
    await waitFor(() =>
      expect(callsOf("posts.create")[0]?.input).toMatchObject({ tags: ["javascript", "type-theory"] }),
    );
  });

  it("offers to propose a tag that nothing matches, also after the field is left, and posts nothing by that", {
    tags: "proof",
  }, async () => {
    const { posted, callsOf } = await complete({
      "tagProposals.own": { proposals: [], points: 60, pointsNeeded: 50, open: 0, openMost: 5 },
      "tagProposals.propose": { success: true, proposal: { name: "zig" } },
    });
    await userEvent.type(tagField(), "zig{Enter}");
    const offer = await screen.findByRole("button", { name: "Propose this tag" });
    expect(posted()).toBe(0);
    await userEvent.tab();
    expect(document.activeElement).toBe(offer);
    await screen.findByText(/^No tag matches “zig”\./);
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Propose a tag" });
    await screen.findByLabelText(/^Description/);
    fill(/^Description/, "A language");
    fill(/^Why it's needed/, "No tag fits");
    press("Propose it");
    await waitFor(() => expect(callsOf("tagProposals.propose")[0]?.input).toMatchObject({ name: "zig" }));
    await waitFor(() => expect(screen.queryByText(/^No tag matches/)).toBeNull());
    expect(posted()).toBe(0);
  });

  it("posts nothing on Enter in any field, only by its button", async () => {
    const { posted } = await complete();
    const fields = [/^Title/, /^Amount/, /^Duration/].map((label) => screen.getByLabelText(label));
    for (const field of [...fields, tagField(), screen.getByLabelText(/^Offer a bounty/)]) {
      act(() => field.focus());
      await userEvent.keyboard("{Enter}");
    }
    // The editor's own way to submit leads to the button.
    act(() => screen.getByRole("textbox", { name: /^Content/ }).focus());
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    const button = screen.getByRole("button", { name: POST });
    expect(document.activeElement).toBe(button);
    expect(posted()).toBe(0);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(posted()).toBe(1));
  });

  it("focuses the first field that has an error, and brings it into view", async () => {
    askForm();
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    press("Post question");
    const title = screen.getByLabelText(/^Title/);
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(scrolled.mock.contexts.at(-1)).toBe(title);

    fill(/^Title/, "How do I narrow a union?");
    press("Post question");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Content/ })));
  });
});
