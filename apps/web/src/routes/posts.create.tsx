import { createFileRoute } from "@tanstack/react-router";
import { AskPage } from "../features/posts/AskPage.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/posts/create")({
  head: () => pageHead("New post", "Ask the community, with a bounty in BBUX if you like."),
  component: AskPage,
});
