import { ActionIcon } from "@mantine/core";
import { IconRss } from "@tabler/icons-react";
import classes from "./FeedToolbar.module.css";

/** The link to the Atom feed: of the selected tag if there is exactly one, otherwise of all posts. */
export function FeedLink({ tags }: { tags: string | undefined }) {
  const tag = tags && !tags.includes(",") ? tags : null;
  const label = tag === null ? "Atom feed of all posts" : `Atom feed of posts tagged ${tag}`;
  return (
    <ActionIcon
      className={`${classes.export} ${classes.atom}`}
      variant="default"
      component="a"
      href={tag === null ? "/feeds/community.atom" : `/feeds/tags/${encodeURIComponent(tag)}.atom`}
      aria-label={label}
      title={label}
    >
      <IconRss size={18} aria-hidden />
    </ActionIcon>
  );
}
