import { createFileRoute } from "@tanstack/react-router";
import { ReservesPage } from "../features/reserves/ReservesPage.tsx";
import { pageHead } from "../head.ts";
import { utils } from "../trpc.ts";

export const Route = createFileRoute("/reserves")({
  // Started, not awaited: the page has its own skeleton.
  loader: () => {
    void utils.reserves.get.prefetch();
  },
  head: () => pageHead("/reserves"),
  component: ReservesPage,
});
