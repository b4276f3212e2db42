// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { SecurityEvents } from "./SecurityEvents.tsx";

afterEach(leave);

describe("recent activity", () => {
  const event = {
    id: "1",
    kind: "signed_in",
    title: "New sign-in to your account",
    message: "Someone signed in.",
    at: "2026-01-02T03:04:00.000Z",
    network: "203.0.113.0/24",
    device: "Firefox on Linux",
  };

  it("says what happened, when and from where, and leaves out what isn't known", async () => {
    serve({
      "auth.securityEvents": { events: [event, { ...event, id: "2", network: null, device: null }], nextCursor: null },
    });
    show(<SecurityEvents />);
    const [first, second] = await screen.findAllByRole("listitem");
    expect(first?.textContent).toMatch(
      /^New sign-in to your accountSomeone signed in\..+ · Firefox on Linux · 203\.0\.113\.0\/24$/,
    );
    expect(second?.textContent).not.toContain("·");
    expect(screen.getByText(/We email you about most of these\.$/)).toBeTruthy();
    expect(screen.queryByText("Show older")).toBe(null);
  });

  it("goes back to older events on request, and says so if they can't be loaded", async () => {
    let fails = true;
    const { callsOf } = serve({
      "auth.securityEvents": ({ input }: { input: { cursor?: string } }) => {
        if (input.cursor === undefined) return { events: [event], nextCursor: "1" };
        return fails ? refusal() : { events: [{ ...event, id: "0", title: "An older one" }], nextCursor: null };
      },
    });
    show(<SecurityEvents />);
    await screen.findByText("Show older");
    press("Show older");
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load older activity");
    fails = false;
    press("Show older");
    await screen.findByText("An older one");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.queryByText("Show older")).toBe(null);
    expect(callsOf("auth.securityEvents").at(-1)?.input).toMatchObject({ cursor: "1", limit: 20 });
  });

  it("says that there is none, and why it couldn't be loaded", async () => {
    let fails = true;
    serve({ "auth.securityEvents": () => (fails ? refusal() : { events: [], nextCursor: null }) });
    show(<SecurityEvents />);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load recent activity");
    fails = false;
    press("Try again");
    expect(await screen.findByText("No activity yet.")).toBeTruthy();
    expect(screen.queryAllByRole("listitem")).toEqual([]);
  });
});
