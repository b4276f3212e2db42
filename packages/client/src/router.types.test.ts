import type { AppRouter } from "@bbux/api";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { describe, expectTypeOf, it } from "vitest";
import type { ApiInputs, ApiOutputs } from "./router.ts";

type ServerInputs = inferRouterInputs<AppRouter>;
type ServerOutputs = inferRouterOutputs<AppRouter>;

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
