import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { utils } from "../lib/trpc.ts";
import { ReservesPage } from "../money/reserves/ReservesPage.tsx";

export const Route = createFileRoute("/reserves")({
  // Started, not awaited: the page has its own skeleton.
  loader: () => {
    void utils.reserves.get.prefetch();
  },
  head: () => pageHead("/reserves"),
  component: ReservesPage,
});
