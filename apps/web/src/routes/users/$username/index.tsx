import { createFileRoute } from "@tanstack/react-router";
import { ModeratorFiles } from "../../../community/moderation/ModeratorFiles.tsx";
import { ProfileView } from "../../../content/profile/ProfileView.tsx";
import { profileHead } from "../../../lib/head.ts";
import { utils } from "../../../lib/trpc.ts";

export const Route = createFileRoute("/users/$username/")({
  loader: ({ params }) => void utils.users.get.prefetch({ id: params.username }),
  head: ({ params }) => profileHead(params.username),
  component: PublicProfile,
});

function PublicProfile() {
  const { username } = Route.useParams();
  return (
    <ModeratorFiles>
      <ProfileView key={username} username={username} />
    </ModeratorFiles>
  );
}
