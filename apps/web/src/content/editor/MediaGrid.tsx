import type { Post } from "@bbux/contract";
import { safeImage } from "@bbux/markdown/urls";
import { IconFile, IconPhotoOff, IconScreenShare } from "@tabler/icons-react";
import { useState } from "react";
import { LostFile, MemberFile } from "../../components/MemberFile.tsx";
import classes from "./MediaGrid.module.css";
import { MediaLarge } from "./MediaLarge.tsx";

type Item = Post["media"][number];

const REL = "nofollow ugc noopener";

/** A post's pictures, videos and files. A picture opens large, with the others beside it. */
export function MediaGrid({ media }: { media: readonly Item[] }) {
  const [open, setOpen] = useState<string | null>(null);
  const shown = media.filter(({ url }) => safeImage(url) !== null);
  if (shown.length === 0) return null;
  const pictures = shown.filter(({ type }) => type === "IMAGE").map(({ url }) => url);
  return (
    <>
      <ul className={classes.grid} aria-label="Media">
        {shown.map((item, index) => {
          const key = `${index}:${item.url}`;
          return (
            <li key={key}>
              <MemberFile url={item.url}>
                <MediaItem item={item} number={index + 1} onOpen={() => setOpen(item.url)} />
              </MemberFile>
            </li>
          );
        })}
      </ul>
      <MediaLarge pictures={pictures} open={open} onOpen={setOpen} />
    </>
  );
}

interface MediaItemProps {
  readonly item: Item;
  readonly number: number;
  readonly onOpen: () => void;
}

function MediaItem({ item, number, onOpen }: MediaItemProps) {
  const [broken, setBroken] = useState(false);
  if (item.type === "IMAGE" && !broken) {
    return (
      <button
        type="button"
        className={`${classes.frame} ${classes.picture}`}
        onClick={onOpen}
        aria-label={`Open picture ${number}`}
      >
        <img
          src={safeImage(item.thumbnailUrl ?? "") ?? item.url}
          alt={`Attachment ${number}`}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      </button>
    );
  }
  if (item.type === "VIDEO") return <Video item={item} number={number} />;
  const link = (
    <a className={classes.file} href={item.url} rel={REL}>
      {broken ? <IconPhotoOff size={18} aria-hidden /> : <IconFile size={18} aria-hidden />}
      {broken ? `Picture ${number}, which couldn't be loaded` : `File ${number}`}
    </a>
  );
  return broken ? <LostFile url={item.url}>{link}</LostFile> : link;
}

function Video({ item, number }: { item: Item; number: number }) {
  const [broken, setBroken] = useState(false);
  const name = item.isScreenRecording ? "Screen recording" : "Video";
  const poster = safeImage(item.thumbnailUrl ?? "");
  const video = (
    <figure style={{ margin: 0 }}>
      <video
        className={classes.frame}
        src={item.url}
        controls
        playsInline
        preload="metadata"
        aria-label={`${name} ${number}`}
        onError={() => setBroken(true)}
        {...(poster && { poster })}
      />
      {item.isScreenRecording && (
        <figcaption className={classes.caption}>
          <IconScreenShare size={16} aria-hidden />
          {name}
        </figcaption>
      )}
    </figure>
  );
  return broken ? <LostFile url={item.url}>{video}</LostFile> : video;
}
