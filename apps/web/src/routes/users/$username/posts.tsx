import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/users/$username/posts")({ component: () => null });
