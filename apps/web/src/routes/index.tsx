import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { Landing } from "../operations/landing/Landing.tsx";

export const Route = createFileRoute("/")({
  head: () => pageHead("/"),
  component: Landing,
});
