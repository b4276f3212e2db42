import { useState } from "react";
import { groundOf, initialsOf } from "./Avatar.initials.ts";
import classes from "./Avatar.module.css";

/** From this size on two initials fit. Smaller ones are parts of buttons, whose accessible names begin differently. */
const ROOMY = 64;

interface AvatarProps {
  readonly username: string;
  readonly picture?: string | null;
  /** Size in pixels. */
  readonly size?: number;
}

/**
 * A member's picture, or their initials if there is none or it fails to load. Drawn here, so that no third party learns
 * who is looked at. Decorative, because the name is beside it or labels the link around it.
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
