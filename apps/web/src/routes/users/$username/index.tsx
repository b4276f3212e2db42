import { createFileRoute } from "@tanstack/react-router";
import { ProfileView } from "../../../features/profile/ProfileView.tsx";
import { pageHead } from "../../../head.ts";
import { utils } from "../../../trpc.ts";

export const Route = createFileRoute("/users/$username/")({
  loader: ({ params }) => void utils.users.get.prefetch({ id: params.username }),
  head: ({ params }) => pageHead(params.username, `Posts and standing of ${params.username} on BBUX.`),
  component: PublicProfile,
});

function PublicProfile() {
  const { username } = Route.useParams();
  return <ProfileView key={username} username={username} />;
}
