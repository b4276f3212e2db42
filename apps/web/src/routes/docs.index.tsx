import { createFileRoute } from "@tanstack/react-router";
import { DocsHub } from "../features/docs/DocsHub.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/docs/")({
  head: () => pageHead("/docs"),
  component: DocsHub,
});
