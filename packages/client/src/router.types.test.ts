import type { AppRouter } from "@bbux/api";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { describe, expectTypeOf, it } from "vitest";
import type { ApiInputs, ApiOutputs } from "./router.ts";

type Features = AppRouter["_def"]["record"];
/**
 * Subscriptions are left out: they are not in the OpenAPI document that the client is made from, and a client outside of a
 * browser has no EventSource. It asks `notifications.unreadCount` instead.
 */
type Calls<Shape extends { [F in keyof Features]: object }> = {
  [F in keyof Features]: { [P in keyof Shape[F] as P extends StreamsOf<F> ? never : P]: Shape[F][P] };
};
type StreamsOf<F extends keyof Features> = {
  [P in keyof Features[F]]: Features[F][P] extends { _def: { type: "subscription" } } ? P : never;
}[keyof Features[F]];

type ServerInputs = Calls<inferRouterInputs<AppRouter>>;
type ServerOutputs = Calls<inferRouterOutputs<AppRouter>>;

// Judged by the type check. The client may be stricter in what it sends (words instead of any string), never in what it reads.
describe("the published router", () => {
  it("has the procedures of the server's, no more and no fewer", () => {
    type Names<T> = { [F in keyof T]: keyof T[F] };
    expectTypeOf<Names<ApiInputs>>().toEqualTypeOf<Names<ServerInputs>>();
  });

  it("takes only what the server takes", () => {
    expectTypeOf<ApiInputs>().toExtend<ServerInputs>();
  });

  it("gives what the server gives", () => {
    expectTypeOf<ServerOutputs>().toExtend<ApiOutputs>();
    expectTypeOf<ApiOutputs>().toExtend<ServerOutputs>();
  });
});
