import { useMediaQuery } from "@mantine/hooks";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./GifPicture.module.css";
import { stillOf } from "./gif.ts";

const NO_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * A GIF in a box of fixed size, so that nothing moves when it loads. It can be stopped, and starts stopped for people
 * who prefer reduced motion.
 */
export function GifPicture({ url, title }: { url: string; title: string }) {
  const calm = useMediaQuery(NO_MOTION, undefined, { getInitialValueInEffect: false });
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [broken, setBroken] = useState(false);
  const still = stillOf(url);
  const moves = wanted ?? !calm;
  if (broken) {
    return (
      <a className={classes.broken} href={url} rel="nofollow ugc noopener" target="_blank">
        GIF: {title}
      </a>
    );
  }
  const source = moves ? url : still;
  return (
    <span className={classes.box}>
      {source ? (
        <img
          key={source}
          src={source}
          alt={`GIF: ${title}`}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <span className={classes.words}>GIF: {title}</span>
      )}
      <button type="button" className={classes.play} onClick={() => setWanted(!moves)}>
        {moves ? <IconPlayerPauseFilled size={14} aria-hidden /> : <IconPlayerPlayFilled size={14} aria-hidden />}
        <span className="visually-hidden">
          {moves ? "Stop" : "Play"} GIF: {title}
        </span>
      </button>
    </span>
  );
}
