// @vitest-environment happy-dom
import type { Post } from "@bbux/contract";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, MEMBER, show } from "../../lib/render.support.tsx";
import { BountyBar } from "./BountyBar.tsx";

afterEach(leave);

const PAID = {
  ...{ id: "1", bountyStatus: "PAID", reward: 5, bountyExpiresAt: "2026-03-02T12:00:00.000Z", settlesAt: null },
  ...{ refund: null, timeline: null, acceptedAnswerId: "2" },
};
const wonBy = (id: string) =>
  ({ ...PAID, answers: [{ id: "2", author: { id, username: "grace" } }] }) as unknown as Post;
const links = () => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));

it.each([
  ["the asker to where it is public", wonBy("8"), true, ["/transparency"]],
  ["the winner to what can be done with it", wonBy(MEMBER.id), false, ["/wallet", "/governance"]],
  ["others nowhere", wonBy("8"), false, []],
])("a bounty that was paid leads %s", (_whom, post, isOwn, expected) => {
  show(<BountyBar post={post} isOwn={isOwn} />);
  expect(screen.getByText("Paid to grace for the accepted answer.")).toBeTruthy();
  expect(links()).toEqual(expected);
});
