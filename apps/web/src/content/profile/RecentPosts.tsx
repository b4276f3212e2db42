import type { PublicUser } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
import { numberText } from "../../lib/locale.ts";
import { PostItem } from "./PostItem.tsx";
import classes from "./ProfileView.module.css";
import { Section } from "./Section.tsx";

/** Length of a preview here. */
const PREVIEW = 100;
/** Posts shown; beyond them there is a link to all. */
const SHOWN = 5;

export function RecentPosts({ member, own }: { member: PublicUser; own: boolean }) {
  const create = own && <Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Create Post</Button>;
  return (
    <Section id="recent-posts" title="Recent posts" action={create}>
      {member.posts.length === 0 && (
        <EmptyState title="No posts yet">
          {own ? "Ask what you couldn't find, or share what you know." : undefined}
        </EmptyState>
      )}
      {member.posts.slice(0, SHOWN).map((post) => (
        <PostItem key={post.id} post={post} preview={PREVIEW} heading="h3" />
      ))}
      {member.postCount > SHOWN && (
        <p className={classes.all}>
          <Link className="reach" to="/users/$username/posts" params={{ username: member.username }}>
            View all {numberText(member.postCount)} posts
          </Link>
        </p>
      )}
    </Section>
  );
}
