import type { PublicUser } from "@bbux/contract";
import { useEffect } from "react";
import { Page } from "../../components/Page.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { BookmarkedPosts } from "./BookmarkedPosts.tsx";
import { Identity } from "./Identity.tsx";
import { ProfileFailed } from "./ProfileFailed.tsx";
import { ProfileSkeleton } from "./ProfileSkeleton.tsx";
import classes from "./ProfileView.module.css";
import { RecentActivity } from "./RecentActivity.tsx";
import { RecentPosts } from "./RecentPosts.tsx";
import { announceRating } from "./ratingNotice.ts";

interface ProfileViewProps {
  /** Username or id. */
  readonly username: string;
  /** On /profile, where a failure concerns the member's own data. */
  readonly ownPage?: boolean;
}

/** A member's page: identity on the left, activity on the right. */
export function ProfileView({ username, ownPage = false }: ProfileViewProps) {
  const member = trpc.users.get.useQuery({ id: username });
  useEffect(announceRating, []);
  if (member.data) return <Profile member={member.data} />;
  if (member.error) {
    return <ProfileFailed error={member.error} ownPage={ownPage} onRetry={() => void member.refetch()} />;
  }
  return <ProfileSkeleton />;
}

function Profile({ member }: { member: PublicUser }) {
  const { user } = useSession();
  const own = user?.id === member.id;
  return (
    <Page>
      <div className={classes.layout}>
        <Identity member={member} own={own} canRate={user !== null && !own} />
        <div className={classes.deeds}>
          <RecentPosts member={member} own={own} />
          <RecentActivity member={member} own={own} />
          <BookmarkedPosts member={member} own={own} />
        </div>
      </div>
    </Page>
  );
}
