import { createFileRoute } from "@tanstack/react-router";
import { Landing } from "../features/landing/Landing.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/")({
  head: () => pageHead("/"),
  component: Landing,
});
