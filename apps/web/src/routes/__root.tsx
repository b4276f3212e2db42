import { createRootRoute, HeadContent, Outlet } from "@tanstack/react-router";
import { useDailyVisit } from "../features/profile/visit.ts";
import { Shell } from "../features/shell/Shell.tsx";
import { pageHead } from "../head.ts";

export const Route = createRootRoute({
  head: () => pageHead("/"),
  component: Root,
});

function Root() {
  useDailyVisit();
  return (
    <>
      <HeadContent />
      <Shell>
        <Outlet />
      </Shell>
    </>
  );
}
