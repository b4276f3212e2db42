import type { AppRouter } from "@bbux/api/router";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { describe, expectTypeOf, it } from "vitest";
import type { ApiInputs, ApiOutputs } from "./router.ts";

type Features = AppRouter["_def"]["record"];
/**
 * Subscriptions are left out: the OpenAPI document, which the client is generated from, doesn't have them, and a client outside a
 * browser has no EventSource. It can call `notifications.unreadCount` instead. The web app's own calls are left out too: its sign-in by
 * cookie (a client needs the tokens of `auth.login`), and its question for the development wallet's chain.
 */
type Calls<Shape extends { [F in keyof Features]: object }> = {
  [F in keyof Features]: {
    [P in keyof Shape[F] as P extends StreamsOf<F> | `${string}Browser` | "localChain" ? never : P]: Shape[F][P];
  };
};
type StreamsOf<F extends keyof Features> = {
  [P in keyof Features[F]]: Features[F][P] extends { _def: { type: "subscription" } } ? P : never;
}[keyof Features[F]];

type ServerInputs = Calls<inferRouterInputs<AppRouter>>;
type ServerOutputs = Calls<inferRouterOutputs<AppRouter>>;

// Checked by the type checker. The client may be stricter in what it sends (enums instead of strings), never in what it reads.
describe("the published router", () => {
  it("has exactly the server's procedures", () => {
    type Names<T> = { [F in keyof T]: keyof T[F] };
    expectTypeOf<Names<ApiInputs>>().toEqualTypeOf<Names<ServerInputs>>();
  });

  it("accepts only input that the server accepts", () => {
    expectTypeOf<ApiInputs>().toExtend<ServerInputs>();
  });

  it("returns what the server returns", () => {
    expectTypeOf<ServerOutputs>().toExtend<ApiOutputs>();
    expectTypeOf<ApiOutputs>().toExtend<ServerOutputs>();
  });
});
