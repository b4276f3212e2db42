// @vitest-environment happy-dom
import type { ReviewItem } from "@bbux/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { ReviewsPage } from "./ReviewsPage.tsx";

afterEach(leave);

const AT = "2026-03-01T00:00:00.000Z";
const item = (id: string, title: string): ReviewItem => ({
  id,
  reason: "LINK",
  createdAt: AT,
  target: {
    ...{ type: "answer", id: `1${id}`, authorId: "9", authorUsername: "kenji", title, createdAt: AT },
    ...{ excerpt: "See https://shop.example", content: "See https://shop.example", url: `/posts/5#answer-1${id}` },
  },
  question: "What it was asked",
});
const listed = (items: readonly ReviewItem[], next: string | null = null) => ({ items, next });
const reviewer = { ...MEMBER, trustLevel: "established" } as const;

function open(replies: Replies) {
  const server = serve(replies);
  show(<ReviewsPage />, reviewer);
  return server;
}

describe("the reviews", () => {
  it("show what was written, why it is there, and the question; 'Clear' sends the verdict, and the next one takes the focus", async () => {
    let items = [item("1", "First"), item("2", "Second")];
    const { callsOf } = open({
      "reviews.list": () => listed(items),
      "reviews.decide": () => {
        items = items.slice(1);
        return { success: true, status: "OPEN" };
      },
    });
    const first = await screen.findByRole("article", { name: "First" });
    for (const text of ["Has a link", "What it was asked", "See https://shop.example"]) {
      expect(first.textContent).toContain(text);
    }
    const [clear] = screen.getAllByRole("button", { name: "Clear" });
    if (clear) fireEvent.click(clear);
    await waitFor(() => expect(screen.queryByRole("article", { name: "First" })).toBeNull());
    expect(callsOf("reviews.decide").map(({ input }) => input)).toEqual([{ id: "1", verdict: "clear" }]);
    expect(document.activeElement).toBe(screen.getByRole("article", { name: "Second" }));
  });

  it("ask for a reason before something is flagged", async () => {
    const { callsOf } = open({
      "reviews.list": listed([item("1", "First")]),
      "reviews.decide": { success: true, status: "FLAGGED" },
    });
    await screen.findByRole("article", { name: "First" });
    press("Flag…");
    fireEvent.click(await screen.findByRole("button", { name: "Flag" }));
    expect(await screen.findByText("Please choose what's wrong")).toBeTruthy();
    fireEvent.click(screen.getByLabelText(/Spam/));
    fireEvent.click(screen.getByRole("button", { name: "Flag" }));
    await waitFor(() =>
      expect(callsOf("reviews.decide").map(({ input }) => input)).toEqual([
        { id: "1", verdict: "flag", reason: "SPAM" },
      ]),
    );
  });

  it("stay with an error when a verdict fails, and go on to the next ones", async () => {
    const { callsOf } = open({
      "reviews.list": ({ input }: { input: { after?: string } }) =>
        input.after ? listed([item("2", "Second")]) : listed([item("1", "First")], "1"),
      "reviews.decide": refusal({ status: 403, code: "HAS_INTEREST", error: "Someone else must review this" }),
    });
    await screen.findByRole("article", { name: "First" });
    press("Clear");
    expect((await screen.findByRole("alert")).textContent).toContain("Someone else must review this");
    press("Show the next ones");
    expect(await screen.findByRole("article", { name: "Second" })).toBeTruthy();
    expect(callsOf("reviews.list").at(-1)?.input).toEqual({ after: "1" });
    press("Back to the first");
    expect(await screen.findByRole("article", { name: "First" })).toBeTruthy();
  });

  it("say when there are none, and when they can't be loaded", async () => {
    let fails = true;
    open({ "reviews.list": () => (fails ? refusal() : listed([])) });
    expect((await screen.findByRole("alert")).textContent).toContain("We couldn't load the reviews");
    fails = false;
    press("Try again");
    expect(await screen.findByText("Nothing to review")).toBeTruthy();
  });

  it("aren't for members who are reviewed themselves", async () => {
    serve({});
    show(<ReviewsPage />, MEMBER);
    expect(await screen.findByText("For established members only")).toBeTruthy();
  });
});
