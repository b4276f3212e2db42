import { createRouter } from "@tanstack/react-router";
import { PageError } from "../components/PageError.tsx";
import { PageNotFound } from "../components/PageNotFound.tsx";
import { PagePending } from "../components/PagePending.tsx";
import { routeTree } from "../routeTree.gen.ts";

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  // The query cache decides about freshness.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 250,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageNotFound,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
