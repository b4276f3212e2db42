import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { DocsHub } from "../operations/docs/DocsHub.tsx";

export const Route = createFileRoute("/docs/")({
  head: () => pageHead("/docs"),
  component: DocsHub,
});
