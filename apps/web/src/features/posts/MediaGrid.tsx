import type { Post } from "@bbux/contract";
import { IconFile } from "@tabler/icons-react";
import { safeImage } from "../../components/Markdown.urls.ts";
import classes from "./MediaGrid.module.css";

/** Pictures, videos and files that belong to a post. */
export function MediaGrid({ media }: { media: Post["media"] }) {
  const shown = media.filter(({ url }) => safeImage(url) !== null);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.grid} aria-label="Media">
      {shown.map((item, index) => (
        <li key={item.url}>
          <Item item={item} number={index + 1} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item, number }: { item: Post["media"][number]; number: number }) {
  if (item.type === "IMAGE") {
    return (
      <a className={classes.frame} href={item.url} rel="nofollow ugc noopener">
        <img
          src={item.thumbnailUrl ?? item.url}
          alt={`Attachment ${number}`}
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      </a>
    );
  }
  if (item.type === "VIDEO") {
    const name = item.isScreenRecording ? `Screen recording ${number}` : `Video ${number}`;
    return (
      <video
        className={classes.frame}
        src={item.url}
        controls
        preload={item.thumbnailUrl ? "none" : "metadata"}
        aria-label={name}
        {...(item.thumbnailUrl && { poster: item.thumbnailUrl })}
      />
    );
  }
  return (
    <a className={classes.file} href={item.url} rel="nofollow ugc noopener">
      <IconFile size={18} aria-hidden />
      File {number}
    </a>
  );
}
