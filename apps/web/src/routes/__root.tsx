import { createRootRoute, HeadContent, Outlet, useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { useDailyVisit } from "../features/profile/visit.ts";
import { Shell } from "../features/shell/Shell.tsx";
import { pageHead, takeOverHead } from "../head.ts";

export const Route = createRootRoute({
  head: () => pageHead("/"),
  component: Root,
});

function Root() {
  useDailyVisit();
  const router = useRouter();
  useLayoutEffect(() => takeOverHead(router), [router]);
  return (
    <>
      <HeadContent />
      <Shell>
        <Outlet />
      </Shell>
    </>
  );
}
