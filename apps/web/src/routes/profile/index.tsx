import { createFileRoute } from "@tanstack/react-router";
import { ProfileSkeleton } from "../../content/profile/ProfileSkeleton.tsx";
import { ProfileView } from "../../content/profile/ProfileView.tsx";
import { pageHead } from "../../lib/head.ts";
import { useSession } from "../../lib/session.ts";
import { utils } from "../../lib/trpc.ts";
import { requireMember } from "../../people/accounts/guard.ts";

export const Route = createFileRoute("/profile/")({
  beforeLoad: async ({ location }) => ({ member: await requireMember(location.href) }),
  loader: ({ context }) => void utils.users.get.prefetch({ id: context.member.username }),
  head: () => pageHead("/profile"),
  pendingComponent: ProfileSkeleton,
  component: OwnProfile,
});

function OwnProfile() {
  const { user } = useSession();
  return user && <ProfileView username={user.username} ownPage />;
}
