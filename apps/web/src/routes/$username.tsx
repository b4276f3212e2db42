import { createFileRoute } from "@tanstack/react-router";
import { ModeratorFiles } from "../community/moderation/ModeratorFiles.tsx";
import { ProfileView } from "../content/profile/ProfileView.tsx";
import { profileHead } from "../lib/head.ts";
import { utils } from "../lib/trpc.ts";

/** The short form of /users/{username}. */
export const Route = createFileRoute("/$username")({
  loader: ({ params }) => void utils.users.get.prefetch({ id: params.username }),
  head: ({ params }) => profileHead(params.username),
  component: ShortProfile,
});

function ShortProfile() {
  const { username } = Route.useParams();
  return (
    <ModeratorFiles>
      <ProfileView key={username} username={username} />
    </ModeratorFiles>
  );
}
