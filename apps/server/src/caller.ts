import { type Context, readsOf, type Services } from "@bbux/api";
import { appRouter } from "@bbux/api/router";
import type { Trace } from "@bbux/contract";

/** This process acts for itself: there is no session that could be stolen. */
const PROVED = {
  freshProof: "password" as const,
  factors: [],
  firstFactors: ["password" as const],
  providers: [],
  isStaffOverdue: false,
};

/** Calls the product in this process, below HTTP: the same procedures, with their checks. */
export type Caller = ReturnType<typeof appRouter.createCaller>;

/** What a call of a member, or of a visitor, knows. No limits, cookies or status codes: those are HTTP's. */
export function contextOf<Viewer extends Context["viewer"]>(services: Services, viewer: Viewer) {
  const nothing = async () => undefined;
  return {
    ...services,
    reads: readsOf(services, viewer),
    viewer,
    session: viewer && { token: "", kind: "bearer" as const, familyId: "", ...PROVED },
    sessionProblem: null,
    network: "this process",
    subnet: "this process",
    region: "this process",
    traces: [],
    idempotencyKey: null,
    userAgent: null,
    language: () => null,
    isSessionAlive: async () => true,
    setAccepted: () => undefined,
    setTotal: () => undefined,
    setSessionCookie: () => undefined,
    clearSessionCookie: () => undefined,
    knownDevice: () => null,
    rememberDevice: () => undefined,
    consume: nothing,
    tryConsume: async () => true,
    giveBack: nothing,
    logSecurity: () => undefined,
    nameMember: () => undefined,
    countRequest: nothing,
  };
}

/** Creates a caller who acts as a member, or as a visitor, with the context of {@link contextOf}. */
export function callerOf(services: Services, viewer: Context["viewer"]): Caller {
  return appRouter.createCaller(contextOf(services, viewer));
}

/** Creates the caller of an ordinary member. @param traces what the member may share with other accounts */
export function memberCaller(services: Services, id: string, username: string, traces: readonly Trace[] = []): Caller {
  const viewer = { id, username, role: "user" as const, suspended: false, emailVerified: true };
  return appRouter.createCaller({ ...contextOf(services, viewer), traces });
}
