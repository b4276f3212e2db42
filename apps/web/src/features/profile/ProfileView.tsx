import type { PublicUser } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconPencilPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Page } from "../../components/Page.tsx";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import { PostItem } from "./PostItem.tsx";
import { ProfileFailed } from "./ProfileFailed.tsx";
import { ProfileSkeleton } from "./ProfileSkeleton.tsx";
import classes from "./ProfileView.module.css";
import { Standing } from "./Standing.tsx";

/** Lengths of a preview here (spec core §9). */
const PREVIEW = 100;
/** Posts shown; with more there is a way to all of them. */
const SHOWN = 5;

/** A member's page: who on the left, what they did on the right (spec core §2). */
export function ProfileView({ username }: { username: string }) {
  const member = trpc.users.get.useQuery({ id: username });
  if (member.data) return <Profile member={member.data} />;
  if (member.error) return <ProfileFailed error={member.error} onRetry={() => void member.refetch()} />;
  return <ProfileSkeleton />;
}

function Profile({ member }: { member: PublicUser }) {
  const { user } = useSession();
  const own = user?.id === member.id;
  return (
    <Page>
      <div className={classes.layout}>
        <Identity member={member} />
        <section aria-labelledby="recent-posts">
          <div className={classes.head}>
            <h2 id="recent-posts">Recent posts</h2>
            {own && (
              <Button
                leftSection={<IconPencilPlus size={18} stroke={1.6} aria-hidden="true" />}
                renderRoot={(props) => <Link to="/posts/create" {...props} />}
              >
                Create Post
              </Button>
            )}
          </div>
          {member.posts.length === 0 ? (
            <EmptyState title="No posts yet">
              {own ? "Ask what you could not find out, or share what you know." : undefined}
            </EmptyState>
          ) : (
            member.posts
              .slice(0, SHOWN)
              .map((post) => <PostItem key={post.id} post={post} preview={PREVIEW} heading="h3" />)
          )}
          {member.postCount > SHOWN && (
            <p style={{ marginTop: 16 }}>
              <Link to="/users/$username/posts" params={{ username: member.username }}>
                All {member.postCount.toLocaleString("en")} posts
              </Link>
            </p>
          )}
        </section>
      </div>
    </Page>
  );
}

const joined = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" });

function Identity({ member }: { member: PublicUser }) {
  const counts = [
    ["Posts", member.postCount],
    ["Answers", member.answerCount],
    ["Accepted answers", member.acceptedCount],
  ] as const;
  return (
    <section className={classes.identity} aria-label={`About ${member.username}`}>
      <div className={classes.face}>
        <Avatar username={member.username} picture={member.profilePicture} size={88} />
        <div>
          <h1 className={classes.name}>{member.username}</h1>
          <p className={classes.since}>
            Member since <time dateTime={member.createdAt}>{joined.format(new Date(member.createdAt))}</time>
          </p>
          {member.role !== "user" && <span className={classes.role}>{member.role}</span>}
        </div>
      </div>
      <Standing points={member.reputationPoints} />
      <dl className={classes.counts}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
