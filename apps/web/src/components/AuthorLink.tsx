import { Link } from "@tanstack/react-router";
import classes from "./AuthorLink.module.css";
import { Avatar } from "./Avatar.tsx";
import { authorName, hasLeft } from "./author.ts";

interface AuthorLinkProps {
  readonly author: { readonly username: string; readonly profilePicture: string | null };
  readonly authorId: string;
  /** Size of the picture in pixels. */
  readonly size: number;
}

/** The author's picture and name, linked to the profile. A former member has neither name nor profile. */
export function AuthorLink({ author, authorId, size }: AuthorLinkProps) {
  if (hasLeft(author.username)) {
    return <span className={classes.gone}>{authorName(author.username)}</span>;
  }
  return (
    <Link
      className={`${classes.author} reach`}
      to="/users/$username"
      params={{ username: author.username || authorId }}
      data-member={author.username || authorId}
    >
      <Avatar username={author.username} picture={author.profilePicture} size={size} />
      <span>{author.username}</span>
    </Link>
  );
}
