import { useState } from "react";
import { groundOf, initialsOf } from "./Avatar.initials.ts";
import classes from "./Avatar.module.css";

/** From this size on there is room for two initials. Smaller ones stand in buttons, whose names begin otherwise. */
const ROOMY = 64;

interface AvatarProps {
  readonly username: string;
  readonly picture?: string | null;
  /** Pixels. */
  readonly size?: number;
}

/**
 * A member's picture, or their initials on a ground of their own when there is none or it cannot be loaded; drawn here, so
 * that no other host hears who is looked at. Decoration: the name stands beside it, or the link around it has the name.
 */
export function Avatar({ username, picture, size = 32 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const initials = initialsOf(username, size < ROOMY ? 1 : 2);
  const fontSize = Math.round(size * (Array.from(initials).length > 1 ? 0.36 : 0.42));
  const style = { width: size, height: size, fontSize, background: groundOf(username) };
  return (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {picture && picture !== broken ? (
        <img
          className={classes.picture}
          src={picture}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBroken(picture)}
        />
      ) : (
        initials
      )}
    </span>
  );
}
