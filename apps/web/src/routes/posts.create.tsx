import { createFileRoute } from "@tanstack/react-router";
import { AskPage } from "../features/posts/AskPage.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/posts/create")({
  head: () => pageHead("/posts/create"),
  component: AskPage,
});
