import { createRootRoute, HeadContent, Outlet, useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { Shell } from "../app/shell/Shell.tsx";
import { useDailyVisit } from "../content/profile/dailyVisit.ts";
import { pageHead, takeOverHead } from "../lib/head.ts";

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
