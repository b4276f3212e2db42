import { createRootRoute, HeadContent, Outlet } from "@tanstack/react-router";
import { pageHead } from "../head.ts";

export const Route = createRootRoute({
  head: () => pageHead("Questions with bounties"),
  component: Root,
});

function Root() {
  return (
    <>
      <HeadContent />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
