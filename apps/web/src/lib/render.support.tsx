import { type ErrorCode, PROFILE_FIELDS, type User, user } from "@bbux/contract";
import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { setUser } from "./session.ts";
import { client, queryClient, trpc } from "./trpc.ts";

/** A call that reached the server. */
export interface Call {
  readonly procedure: string;
  readonly input: unknown;
  readonly headers: Headers;
}

/** What the server says by procedure: data, a refusal, or a function of the call that returns either. */
export type Replies = Readonly<Record<string, unknown>>;

/** A call that the server refuses; see `errors.ts`. */
class Refusal {
  readonly status: number;
  /** The whole body of the response if it is text. */
  readonly body: object | string;
  constructor(status: number, body: object | string) {
    this.status = status;
    this.body = body;
  }
}

interface Refused {
  readonly status?: number;
  readonly code?: ErrorCode;
  /** The server's sentence; none by default. */
  readonly error?: string;
  readonly details?: object;
}

/** Refuses a call with an error that isn't retried, unless the status says otherwise. */
export function refusal({ status = 400, code, error = "", details }: Refused = {}): Refusal {
  const data = { code: code ?? "BAD_REQUEST", httpStatus: status, error, details };
  return new Refusal(status, { error: { message: error, code: -32_600, data } });
}

/** Responds with a body that isn't tRPC's, as a proxy may. */
export const foreign = (status: number, body: string) => new Refusal(status, body);

/** Fails a call as a lost connection does. */
export const unreached = (): never => {
  throw new TypeError("Failed to fetch");
};

/** The platform's proxy to a Solana node. */
const PROXY = "/api/wallet/solana-proxy";

/** Stands in for the server behind `fetch`, and records the calls. A procedure without a reply is refused with 404. */
export function serve(replies: Replies) {
  const calls: Call[] = [];
  const answer = async (call: Call): Promise<Refusal | { result: { data: unknown } }> => {
    calls.push(call);
    const reply = replies[call.procedure];
    const data = await (typeof reply === "function" ? reply(call) : reply);
    if (data === undefined) return refusal({ status: 404, error: `Nobody replies to ${call.procedure}` });
    return data instanceof Refusal ? data : { result: { data } };
  };
  let onChain: unknown = null;
  vi.stubGlobal("fetch", async (asked: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(asked), location.origin);
    if (url.pathname === PROXY) return new Response(JSON.stringify({ jsonrpc: "2.0", id: 1, result: onChain }));
    const names = url.pathname.split("/trpc/")[1]?.split(",") ?? [];
    const isBatch = url.searchParams.has("batch");
    const sent: unknown = JSON.parse(init?.body ? String(init.body) : (url.searchParams.get("input") ?? "null"));
    const headers = new Headers(init?.headers);
    const answers = await Promise.all(
      names.map((procedure, place) =>
        answer({ procedure, input: isBatch ? Object(sent)[place] : (sent ?? undefined), headers }),
      ),
    );
    const status = Math.max(...answers.map((one) => (one instanceof Refusal ? one.status : 200)));
    const bodies = answers.map((one) => (one instanceof Refusal ? one.body : one));
    const text = bodies.find((body) => typeof body === "string") ?? JSON.stringify(isBatch ? bodies : bodies[0]);
    return new Response(text, {
      status,
      headers: { "content-type": "application/json" },
    });
  });
  return {
    /** Sets what a Solana node replies, to whatever method. */
    answerChain: (result: unknown) => {
      onChain = result;
    },
    /** Returns the calls of a procedure. */
    callsOf: (procedure: string) => calls.filter((call) => call.procedure === procedure),
    /** Returns how often a procedure was called. */
    count: (procedure: string) => calls.filter((call) => call.procedure === procedure).length,
  };
}

/** The signed-in member of these tests. */
export const MEMBER: User = user.parse({
  id: "7",
  username: "ada",
  email: "ada@example.org",
  role: "user",
  profilePicture: null,
  avatar: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  bio: null,
  reputationPoints: 12,
  reputation: 12,
  integrityScore: 5,
  totalRatings: 0,
  solanaAddress: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
  suspended: false,
  suspensionReason: null,
  emailVerified: true,
  trustLevel: "verified",
  frozen: false,
  withdrawalFreeze: null,
  withdrawalHold: null,
  bookmarks: [],
  reputationHistory: [],
  profile: Object.fromEntries(PROFILE_FIELDS.map((name) => [name, ""])),
});

// Nothing here is hidden by styles, and asking for them takes most of a test's time. A busy machine may be slow.
configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });

const root = createRootRoute();

/** Renders a part of the app for a signed-in member, or for a visitor if `member` is null. */
export function show(node: ReactNode, member: User | null = MEMBER) {
  // Growing text areas measure again when a font has loaded.
  if (!("fonts" in document))
    Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });
  act(() => setUser(member));
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  const around = (inner: ReactNode) => (
    <MantineProvider env="test">
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router as never}>{inner}</RouterContextProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
  const { rerender } = render(around(node));
  return { router, again: (next: ReactNode) => rerender(around(next)) };
}

/** Removes what a test rendered and fetched; call it after each test. */
export function leave(): void {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  queryClient.clear();
  setUser(null);
  localStorage.clear();
  sessionStorage.clear();
}

/** Fills a field by its label. */
export function fill(label: string | RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Presses a button by its name. */
export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole("button", { name }));
}
