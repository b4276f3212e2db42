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
  emailVerified: true,
  trustLevel: "verified",
  frozen: false,
  withdrawalFreeze: null,
  withdrawalHold: null,
  bookmarks: [],
  reputationHistory: [],
  profile: profile.parse(Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null]))),
};

/** The server's response to "who am I" until it is replaced. */
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

/** The store of a freshly loaded page, and what a component would see of it. */
async function freshPage() {
  vi.resetModules();
  const session = await import("./session.ts");
  return { ...session, seen: session.currentSession };
}

beforeEach(() => {
  vi.stubGlobal("fetch", () => answer());
  return () => vi.unstubAllGlobals();
});

describe("the session", () => {
  it("is loading until the server has said who is signed in [C4.01]", async () => {
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
  ])("means logged out when the first request %s [C4.02]", async (_, failure) => {
    answer = failure;
    const page = await freshPage();
    expect(await page.sessionReady()).toBeNull();
    expect(page.seen()).toMatchObject({ user: null, loading: false });
  });

  it("uses the user that it is given", async () => {
    answer = nobody;
    const page = await freshPage();
    await page.sessionReady();
    page.setUser(ada);
    expect(page.seen().user?.username).toBe("ada");
  });

  it("drops one member's cached data when another signs in, and keeps it for the same one", async () => {
    answer = nobody;
    const page = await freshPage();
    const { queryClient } = await import("./trpc.ts");
    await page.sessionReady();
    page.setUser(ada);
    queryClient.setQueryData(["balance"], "12.5");
    page.setUser({ ...ada, reputationPoints: 60 });
    expect(queryClient.getQueryData(["balance"])).toBe("12.5");
    page.setUser({ ...ada, id: "1002", username: "grace" });
    expect(queryClient.getQueryData(["balance"])).toBeUndefined();
  });

  it("refetches the member", async () => {
    answer = nobody;
    const page = await freshPage();
    await page.sessionReady();
    page.setUser(ada);
    answer = as({ ...ada, reputationPoints: 12 });
    await page.refresh();
    expect(page.seen().user?.reputationPoints).toBe(12);
  });

  it("keeps a member whose refetch fails in transit", async () => {
    answer = as(ada);
    const page = await freshPage();
    await page.sessionReady();
    answer = broken;
    await page.refresh();
    expect(page.seen().user?.username).toBe("ada");
  });

  it("ignores a response to an earlier question than the last, and one that a sign-in has overtaken", async () => {
    answer = nobody;
    const page = await freshPage();
    await page.sessionReady();
    /** Starts a refresh whose response waits, and returns once the request is out. */
    const held = async (response: () => Promise<Response>) => {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      answer = () => {
        asked.resolve();
        return released.promise.then(response);
      };
      const done = page.refresh();
      await asked.promise;
      return () => {
        released.resolve();
        return done;
      };
    };
    const releaseNobody = await held(nobody);
    answer = as(ada);
    await page.refresh();
    await releaseNobody();
    expect(page.seen().user?.username).toBe("ada");

    const releaseAda = await held(as(ada));
    page.setUser({ ...ada, id: "1002", username: "grace" });
    await releaseAda();
    expect(page.seen().user?.username).toBe("grace");
  });

  it("is lost once the server says so, not because of a call that a new password has overtaken", async () => {
    answer = as(ada);
    const page = await freshPage();
    await page.sessionReady();
    const { noticeRefusal } = await import("./sessionEvents.ts");
    const asked = vi.fn(() => as(ada)());
    answer = asked;
    noticeRefusal("UNAUTHENTICATED");
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    expect(page.seen().lost).toBe(false);
    answer = nobody;
    noticeRefusal("UNAUTHENTICATED");
    await vi.waitFor(() => expect(page.seen().lost).toBe(true));
    expect(page.seen().user?.username).toBe("ada");
  });

  it("can be changed in part without a request [C4.06]", async () => {
    answer = as(ada);
    const page = await freshPage();
    await page.sessionReady();
    answer = broken;
    page.patchUser({ reputationPoints: 60 });
    expect(page.seen().user).toMatchObject({ username: "ada", reputationPoints: 60 });
  });

  it("makes no request when the page says that nobody is signed in, except in a browser that a member used last", async () => {
    const asked = vi.fn(() => answer());
    vi.stubGlobal("fetch", asked);
    const facts = { textContent: JSON.stringify({ session: false, links: {} }) };
    vi.stubGlobal("document", {
      documentElement: { lang: "en" },
      getElementById: (id: string) => (id === "bbux-facts" ? facts : null),
    });
    const page = await freshPage();
    expect(page.seen()).toMatchObject({ user: null, loading: false });
    expect(await page.sessionReady()).toBeNull();
    expect(asked).not.toHaveBeenCalled();

    // As when going back to a page from before the sign-in.
    vi.stubGlobal("localStorage", { getItem: () => "1", setItem: () => undefined, removeItem: () => undefined });
    answer = as(ada);
    expect((await (await freshPage()).sessionReady())?.username).toBe("ada");
  });

  it("forgets what was kept for reading offline when another signs in or out, or the session has ended, and not for want of a connection", async () => {
    const forgotten = vi.fn(async () => true);
    vi.stubGlobal("caches", { delete: forgotten });
    vi.stubGlobal("localStorage", { getItem: () => "1", setItem: () => undefined, removeItem: () => undefined });
    answer = broken;
    const page = await freshPage();
    expect(await page.sessionReady()).toBeNull();
    const { connection, probe } = await import("./connection.ts");
    await vi.waitFor(() => expect(connection()).not.toBe("fine"));
    // The member is known as soon as the server is reached.
    answer = as(ada);
    await probe();
    await vi.waitFor(() => expect(page.seen().user).toMatchObject({ username: "ada" }));
    expect(forgotten).not.toHaveBeenCalled();

    page.setUser(ada);
    expect(forgotten).not.toHaveBeenCalled();
    page.setUser({ ...ada, id: "1002" });
    expect(forgotten).toHaveBeenCalledTimes(1);
    page.setUser(null);
    expect(forgotten).toHaveBeenCalledTimes(2);

    answer = nobody;
    await (await freshPage()).sessionReady();
    expect(forgotten).toHaveBeenCalledTimes(3);
  });

  /** A browser with storage and copies, in which a member was here last. */
  function memberWasHere() {
    const stored = new Map([["bbux.member", "1001"]]);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
    const forgotten = vi.fn(async () => true);
    vi.stubGlobal("caches", { delete: forgotten });
    return { forgotten, hint: () => stored.get("bbux.member") };
  }
  const tooMany = () =>
    Promise.resolve(
      Response.json(
        [{ error: { message: "", code: -32029, data: { code: "RATE_LIMITED", httpStatus: 429, error: "" } } }],
        { status: 429 },
      ),
    );

  it("isn't taken for ended by a refusal that is about something else, and remembers who the member is", async () => {
    const { forgotten, hint } = memberWasHere();
    // Nothing else is reached, so that the page doesn't ask again on its own.
    vi.stubGlobal("fetch", (url: RequestInfo | URL) => (String(url).includes("auth.me") ? answer() : broken()));
    answer = tooMany;
    const page = await freshPage();
    expect(await page.sessionReady()).toBeNull();
    expect(page.seen()).toMatchObject({ user: null, loading: false });
    expect(page.wasSignedIn()).toBe(true);
    expect(forgotten).not.toHaveBeenCalled();

    answer = as({ ...ada, id: "1002" });
    await page.refresh();
    // Having reached the server, the page may have asked again on its own.
    await vi.waitFor(() => expect(hint()).toBe("1002"));
  });

  it("that ended while the page was loaded without a connection leaves no copies, and is asked for once", async () => {
    const { forgotten, hint } = memberWasHere();
    let asked = 0;
    vi.stubGlobal("fetch", (url: RequestInfo | URL) => {
      asked += String(url).split("auth.me").length - 1;
      return answer();
    });
    answer = broken;
    const page = await freshPage();
    await page.sessionReady();
    const { connection, probe } = await import("./connection.ts");
    await vi.waitFor(() => expect(connection()).not.toBe("fine"));
    expect(forgotten).not.toHaveBeenCalled();
    answer = nobody;
    await probe();
    await vi.waitFor(() => expect(forgotten).toHaveBeenCalledTimes(1));
    expect(hint()).toBeUndefined();

    const before = asked;
    answer = broken;
    await probe();
    expect(connection()).not.toBe("fine");
    answer = nobody;
    await probe();
    expect(connection()).toBe("fine");
    // Whatever the page asks on its own comes in the same request as this.
    await page.refresh();
    expect(asked).toBe(before + 1);
  });
});
