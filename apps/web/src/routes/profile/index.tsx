import { createFileRoute } from "@tanstack/react-router";
import { requireMember } from "../../features/accounts/guard.ts";
import { ProfileSkeleton } from "../../features/profile/ProfileSkeleton.tsx";
import { ProfileView } from "../../features/profile/ProfileView.tsx";
import { pageHead } from "../../head.ts";
import { useSession } from "../../session.tsx";
import { utils } from "../../trpc.ts";

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
