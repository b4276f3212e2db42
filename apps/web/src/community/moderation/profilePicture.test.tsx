// @vitest-environment happy-dom
import { PROFILE_FIELDS, publicUser } from "@bbux/contract";
import { screen, waitFor } from "@testing-library/react";
import { createElement, type FunctionComponent } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { leave, MEMBER, serve, show } from "../../lib/render.support.tsx";
import { Route as Short } from "../../routes/$username.tsx";
import { Route as Long } from "../../routes/users/$username/index.tsx";

afterEach(leave);

const URL = "/uploads/aaaaaaaaaaaaaaaaaaaaaa.png";
const MODERATOR = { ...MEMBER, role: "moderator" } as const;
const nothing = Object.fromEntries(PROFILE_FIELDS.map((name) => [name, null]));
const zoe = publicUser.parse({
  ...{ ...nothing, profile: nothing, id: "8", username: "zoe", email: null, solanaAddress: null, role: "user" },
  ...{ avatar: URL, profilePicture: URL, createdAt: MEMBER.createdAt, updatedAt: MEMBER.updatedAt },
  ...{ reputationPoints: 0, reputation: 0, integrityScore: 5, totalRatings: 0 },
  ...{ postCount: 0, answerCount: 0, acceptedCount: 0, activityCount: 0, bookmarkCount: 0 },
  ...{ posts: [], reputationHistory: [], bookmarks: [] },
});

describe.each([
  ["/{username}", Short],
  ["/users/{username}", Long],
])("the profile picture on %s", (_, route) => {
  const open = (member: object, viewer: typeof MEMBER) => {
    vi.spyOn(route, "useParams").mockReturnValue({ username: "zoe" } as never);
    const served = serve({ "users.get": member, "moderation.file": { removed: false, mayRemove: true } });
    show(createElement(route.options.component as FunctionComponent), viewer);
    return served;
  };

  it("can be removed by a moderator", async () => {
    const { callsOf } = open(zoe, MODERATOR);
    await screen.findByText("Remove file");
    expect(callsOf("moderation.file").map(({ input }) => input)).toEqual([{ file: URL }]);
  });

  it.each([
    ["a member", zoe, MEMBER],
    ["a moderator, without a picture", { ...zoe, avatar: null, profilePicture: null }, MODERATOR],
    ["a moderator whose own it is", { ...zoe, id: MODERATOR.id }, MODERATOR],
  ])("offers nothing to %s", async (__, member, viewer) => {
    const { count } = open(member, viewer);
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("zoe"));
    expect([screen.queryByText("Remove file"), count("moderation.file")]).toEqual([null, 0]);
  });
});
