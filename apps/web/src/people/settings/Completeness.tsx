import { listAnd } from "../../lib/lists.ts";
import { completeness, type Profile } from "./fields.ts";
import classes from "./Settings.module.css";

/** How complete the profile is and what to add; empty once it is complete. */
export function Completeness({ profile }: { profile: Profile }) {
  const { done, of, missing } = completeness(profile);
  if (missing.length === 0) return null;
  return (
    <div className={classes.hint}>
      <p>
        <strong>Your profile is {(done / of) * 100}% complete.</strong> Add your {listAnd(missing)} to earn 10 points,
        once.
      </p>
      <div className={classes.track} aria-hidden="true">
        <span style={{ width: `${(done / of) * 100}%` }} />
      </div>
    </div>
  );
}
