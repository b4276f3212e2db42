import { createRootRoute, HeadContent, Outlet, useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { Shell } from "../app/shell/Shell.tsx";
import { useKeptVotePage } from "../content/votes/useKeptVotePage.ts";
import { pageHead, takeOverHead } from "../lib/head.ts";
import { MemberCards } from "../people/members/MemberCards.tsx";

export const Route = createRootRoute({
  head: () => pageHead("/"),
  component: Root,
});

function Root() {
  useKeptVotePage();
  const router = useRouter();
  useLayoutEffect(() => takeOverHead(router), [router]);
  return (
    <>
      <HeadContent />
      <Shell>
        <Outlet />
      </Shell>
      <MemberCards />
    </>
  );
}
