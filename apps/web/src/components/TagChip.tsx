import { Link } from "@tanstack/react-router";
import classes from "./TagChip.module.css";

/** A tag that links to the feed filtered by it. */
export function TagChip({ name }: { name: string }) {
  return (
    <Link className={`${classes.chip} reach`} to="/community" search={{ tags: name }}>
      <span>{name}</span>
    </Link>
  );
}
