import { Link } from "@tanstack/react-router";
import classes from "./TagChip.module.css";

/** A tag; following it opens the feed narrowed to it. */
export function TagChip({ name }: { name: string }) {
  return (
    <Link className={`${classes.chip} reach`} to="/community" search={{ tags: name }}>
      <span>{name}</span>
    </Link>
  );
}
