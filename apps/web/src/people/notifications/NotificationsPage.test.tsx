// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { NotificationsPage } from "./NotificationsPage.tsx";
import { NotificationsPanel } from "./NotificationsPanel.tsx";

afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

const PAGE = 20;
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    id: String(1_000 - from - nth),
    kind: "answer",
    title: "1 new answer",
    message: `kenji answered “Question ${from + nth}”`,
    read: false,
    createdAt: "2026-01-01T00:00:00.000Z",
    navigation: { url: "/posts/50" },
  }));

describe("the page of notifications", () => {
  it("lists them page by page, and marks all as read [C2.107]", async () => {
    const pages = [lines(0, PAGE), lines(PAGE, 2)];
    const { callsOf, count } = serve({
      "notifications.list": ({ input }: { input: unknown }) => pages[Reflect.get(Object(input), "page") - 1],
      "notifications.unreadCount": { count: 22 },
      "notifications.readAll": { success: true, updatedCount: 22 },
    });
    show(<NotificationsPage />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Notifications");
    expect(await screen.findByText("kenji answered “Question 0”")).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(PAGE);
    press("Load more");
    expect(await screen.findByText("kenji answered “Question 21”")).toBeTruthy();
    expect(callsOf("notifications.list").map(({ input }) => input)).toEqual([
      { page: 1, limit: PAGE },
      { page: 2, limit: PAGE },
    ]);
    expect(screen.getAllByRole("img", { name: "Unread" })).toHaveLength(22);
    const all = await screen.findByRole("button", { name: "Mark all as read" });
    await waitFor(() => expect(all.getAttribute("aria-disabled")).toBe("false"));
    await act(async () => all.click());
    await waitFor(() => expect(screen.queryAllByRole("img", { name: "Unread" })).toHaveLength(0));
    expect(all.getAttribute("aria-disabled")).toBe("true");
    expect(count("notifications.readAll")).toBe(1);
  });

  it("says what will appear when there is nothing yet, and leads to the settings", async () => {
    serve({ "notifications.list": [], "notifications.unreadCount": { count: 0 } });
    show(<NotificationsPage />);
    expect(await screen.findByText("Activity on your posts shows up here.")).toBeTruthy();
    const settings = screen.getByRole("link", { name: "Notification settings" });
    expect(settings.getAttribute("href")).toBe("/settings?tab=account");
  });

  it("offers another try when loading fails", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const replies = [refusal(), []];
    serve({ "notifications.list": () => replies.shift(), "notifications.unreadCount": { count: 0 } });
    show(<NotificationsPage />);
    expect(await screen.findByText("Nothing to show just now")).toBeTruthy();
    press("Try again");
    expect(await screen.findByText("Nothing yet")).toBeTruthy();
  });
});

it("is what the bell's panel leads to", async () => {
  serve({ "notifications.list": [], "notifications.unreadCount": { count: 0 } });
  show(<NotificationsPanel onLeave={() => undefined} />);
  expect(screen.getByRole("link", { name: "See all notifications" }).getAttribute("href")).toBe("/notifications");
});
