import { isReservedWord, pageForWord } from "@bbux/contract";
import { createFileRoute, Navigate } from "@tanstack/react-router";
import { ModeratorFiles } from "../community/moderation/ModeratorFiles.tsx";
import { PageNotFound } from "../components/PageNotFound.tsx";
import { ProfileView } from "../content/profile/ProfileView.tsx";
import { profileHead } from "../lib/head.ts";
import { utils } from "../lib/trpc.ts";

/** The short form of /users/{username}. A word that can't be a name leads to the page it means, if any. */
export const Route = createFileRoute("/$username")({
  loader: ({ params }) => void utils.users.get.prefetch({ id: params.username }),
  head: ({ params }) => profileHead(params.username),
  component: ShortProfile,
});

function ShortProfile() {
  const { username } = Route.useParams();
  const meant = pageForWord(username);
  if (meant) return <Navigate to={meant} replace />;
  if (isReservedWord(username)) return <PageNotFound />;
  return (
    <ModeratorFiles>
      <ProfileView key={username} username={username} />
    </ModeratorFiles>
  );
}
