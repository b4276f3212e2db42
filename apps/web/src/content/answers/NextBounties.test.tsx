// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, serve, show } from "../../lib/render.support.tsx";
import { NextBounties } from "./NextBounties.tsx";

afterEach(leave);

const POST = { id: "1", tags: ["rust", "go"] };
const bounty = (id: string, authorId = "3") => ({ id, authorId, title: `Question ${id}`, reward: 2 });

describe("what to do after an answer", () => {
  it("is up to three bounties of others that can still be won, on the same topics", async () => {
    const posts = [bounty("1"), bounty("2", MEMBER.id), ...["3", "4", "5", "6"].map((id) => bounty(id))];
    const { callsOf } = serve({ "posts.list": { posts } });
    show(<NextBounties post={POST} />);
    const next = within(await screen.findByRole("region", { name: "What to do next" }));
    expect(next.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Question 3",
      "Question 4",
      "Question 5",
    ]);
    expect(callsOf("posts.list").map(({ input }) => input)).toEqual([
      expect.objectContaining({ tab: "endingSoon", tags: "rust,go" }),
    ]);
  });

  it("is all open bounties if there is none on the same topics", async () => {
    serve({ "posts.list": { posts: [bounty("1")] } });
    show(<NextBounties post={POST} />);
    const link = await screen.findByRole("link", { name: "See all open bounties" });
    expect(link.getAttribute("href")).toBe("/community?tab=endingSoon");
  });
});
