import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/$username")({ component: () => null });
