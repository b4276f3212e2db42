import { PROFILE_FIELDS, profile, type User } from "@bbux/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";

const ada: User = {
  id: "1001",
  username: "ada",
  email: "ada@example.org",
  role: "user",
  profilePicture: null,
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:00:00.000Z",
  reputationPoints: 0,
  reputation: 0,
  bio: null,
  avatar: null,
  integrityScore: 5,
  totalRatings: 0,
  solanaAddress: "",
  suspended: false,
  suspensionReason: null,
  bookmarks: [],
  reputationHistory: [],
  profile: profile.parse(Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null]))),
};

/** The server's answer to "who am I", for as long as it is not replaced. */
let answer: () => Promise<Response>;
const as = (user: User) => () => Promise.resolve(Response.json([{ result: { data: { success: true, user } } }]));
const nobody = () =>
  Promise.resolve(
    Response.json(
      [{ error: { message: "", code: -32001, data: { code: "UNAUTHENTICATED", httpStatus: 401, error: "" } } }],
      { status: 401 },
    ),
  );
const broken = () => Promise.reject(new TypeError("Failed to fetch"));

/** The store as a freshly loaded page has it, and what a component would see of it. */
async function freshPage() {
  vi.resetModules();
  const session = await import("./session.tsx");
  return { ...session, seen: session.currentSession };
}

beforeEach(() => {
  vi.stubGlobal("fetch", () => answer());
  return () => vi.unstubAllGlobals();
});

describe("the session", () => {
  it("is loading until the server has said who is there [C4.01]", async () => {
    answer = as(ada);
    const page = await freshPage();
    const asked = page.sessionReady();
    expect(page.seen()).toMatchObject({ user: null, loading: true });
    await asked;
    expect(page.seen()).toMatchObject({ user: { username: "ada" }, loading: false });
  });

  it.each([
    ["is refused", () => nobody()],
    ["cannot be reached", () => broken()],
  ])("means logged out when the first question %s [C4.02]", async (_, failure) => {
    answer = failure;
    const page = await freshPage();
    expect(await page.sessionReady()).toBeNull();
    expect(page.seen()).toMatchObject({ user: null, loading: false });
  });

  it("takes the user that it is given", async () => {
    answer = nobody;
    const page = await freshPage();
    await page.sessionReady();
    page.setUser(ada);
    expect(page.seen().user?.username).toBe("ada");
  });

  it("fetches the member anew", async () => {
    answer = nobody;
    const page = await freshPage();
    await page.sessionReady();
    page.setUser(ada);
    answer = as({ ...ada, reputationPoints: 12 });
    await page.refresh();
    expect(page.seen().user?.reputationPoints).toBe(12);
  });

  it("keeps a member whose refetch fails on the way", async () => {
    answer = as(ada);
    const page = await freshPage();
    await page.sessionReady();
    answer = broken;
    await page.refresh();
    expect(page.seen().user?.username).toBe("ada");
  });

  it("can be changed in part without asking the server [C4.06]", async () => {
    answer = as(ada);
    const page = await freshPage();
    await page.sessionReady();
    answer = broken;
    page.patchUser({ reputationPoints: 60 });
    expect(page.seen().user).toMatchObject({ username: "ada", reputationPoints: 60 });
  });

  it("asks nobody when the page itself says that nobody is signed in, but for a browser that a member used last", async () => {
    const asked = vi.fn(() => answer());
    vi.stubGlobal("fetch", asked);
    const facts = { textContent: JSON.stringify({ session: false, links: {} }) };
    vi.stubGlobal("document", { getElementById: (id: string) => (id === "bbux-facts" ? facts : null) });
    const page = await freshPage();
    expect(page.seen()).toMatchObject({ user: null, loading: false });
    expect(await page.sessionReady()).toBeNull();
    expect(asked).not.toHaveBeenCalled();

    // Gone back to a page of before they signed in.
    vi.stubGlobal("localStorage", { getItem: () => "1", setItem: () => undefined, removeItem: () => undefined });
    answer = as(ada);
    expect((await (await freshPage()).sessionReady())?.username).toBe("ada");
  });
});
