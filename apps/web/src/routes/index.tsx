import { createFileRoute } from "@tanstack/react-router";
import { Landing } from "../features/landing/Landing.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/")({
  head: () =>
    pageHead(
      "Questions with bounties",
      "A community where you put a bounty on what you need to know. It is held in escrow and paid to the answer you accept.",
    ),
  component: Landing,
});
