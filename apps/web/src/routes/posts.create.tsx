import { createFileRoute } from "@tanstack/react-router";
import { AskPage } from "../content/posts/AskPage.tsx";
import { pageHead } from "../lib/head.ts";

export const Route = createFileRoute("/posts/create")({
  head: () => pageHead("/posts/create"),
  component: AskPage,
});
