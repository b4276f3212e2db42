import { useState } from "react";
import classes from "./Avatar.module.css";

/** Quiet grounds on which white is readable (at least 4.5 to 1). */
const GROUNDS = ["#3f6259", "#5b5a86", "#7a4f5f", "#4d6680", "#6b5d3d", "#56663f", "#7d5440", "#5f5f5a"] as const;

interface AvatarProps {
  readonly username: string;
  readonly picture?: string | null;
  /** Pixels. */
  readonly size?: number;
}

/**
 * A member's picture, or their initial on a ground of their own when there is none or it cannot be loaded. Decoration: the
 * name stands beside it, or the link around it has the name.
 */
export function Avatar({ username, picture, size = 32 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const style = { width: size, height: size, fontSize: Math.round(size * 0.42), background: groundOf(username) };
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
        (username[0] ?? "?")
      )}
    </span>
  );
}

function groundOf(name: string): string {
  let sum = 0;
  for (const letter of name.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0];
}
