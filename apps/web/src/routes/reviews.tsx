import { createFileRoute } from "@tanstack/react-router";
import { ReviewsPage } from "../community/moderation/ReviewsPage.tsx";
import { pageHead } from "../lib/head.ts";

export const Route = createFileRoute("/reviews")({
  head: () => pageHead("/reviews"),
  component: ReviewsPage,
});
