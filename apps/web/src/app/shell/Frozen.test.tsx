// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, serve, show } from "../../lib/render.support.tsx";
import { takeIn } from "../../people/notifications/useLiveNotifications.ts";
import { Frozen } from "./Frozen.tsx";

afterEach(leave);

const DAY = 86_400_000;
const until = (days: number) => ({ reason: "Odd sign-ins", until: new Date(Date.now() + days * DAY).toISOString() });
const news = (kind: string) => ({
  id: "1",
  kind,
  title: "Your withdrawals are free again",
  message: "A moderator ended the freeze.",
  read: false,
  createdAt: "2026-03-01T00:00:00.000Z",
});
const LINE = /froze your withdrawals until/;

describe("the line about a freeze", () => {
  it.each([
    ["the stream says that something happened to the account", { unread: 1, latest: news("security") }],
    ["polling shows another count", { unread: 1 }],
  ])("goes without a reload when the freeze has ended and %s", async (_, event) => {
    serve({ "auth.me": { user: { ...MEMBER, withdrawalFreeze: null } } });
    show(<Frozen />, { ...MEMBER, withdrawalFreeze: until(3) });
    await screen.findByText(LINE);
    const onNews = takeIn();
    act(() => onNews({ unread: 0, latest: null }));
    act(() => onNews(event));
    await waitFor(() => expect(screen.queryByText(LINE)).toBe(null));
  });

  it("comes without a reload, too", async () => {
    serve({ "auth.me": { user: { ...MEMBER, withdrawalFreeze: until(3) } } });
    show(<Frozen />);
    const onNews = takeIn();
    act(() => onNews({ unread: 0, latest: null }));
    act(() => onNews({ unread: 1, latest: news("security") }));
    await screen.findByText(LINE);
  });

  it("asks nothing of the server when an answer comes in", async () => {
    const { count } = serve({});
    show(<Frozen />, { ...MEMBER, withdrawalFreeze: until(3) });
    const onNews = takeIn();
    act(() => onNews({ unread: 0, latest: null }));
    act(() => onNews({ unread: 1, latest: news("answer") }));
    expect(count("auth.me")).toBe(0);
    expect(screen.queryByText(LINE)).not.toBe(null);
  });

  it("says why withdrawals are held, and goes when they aren't", () => {
    serve({});
    const hold = (days: number) => ({ cause: "password_reset", until: until(days).until });
    show(<Frozen />, { ...MEMBER, withdrawalHold: hold(1) });
    expect(screen.getByRole("note").textContent).toMatch(
      /held until .* because your password was reset\. You can't post or pay/,
    );
    cleanup();
    show(<Frozen />, { ...MEMBER, withdrawalHold: hold(-1) });
    expect(screen.queryByRole("note")).toBe(null);
  });

  it("isn't shown once its time is over", () => {
    serve({});
    show(<Frozen />, { ...MEMBER, withdrawalFreeze: until(-1) });
    expect(screen.queryByText(LINE)).toBe(null);
  });
});
