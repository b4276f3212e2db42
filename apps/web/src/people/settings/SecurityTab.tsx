import { ChangePasswordForm } from "../accounts/index.ts";
import { SecondFactor } from "./SecondFactor.tsx";
import { SecurityEvents } from "./SecurityEvents.tsx";
import { Sessions } from "./Sessions.tsx";
import classes from "./Settings.module.css";

/** The password, the second factor, the sessions, and recent security events. */
export function SecurityTab() {
  return (
    <>
      <section className={classes.part} aria-labelledby="password">
        <h2 id="password">Password</h2>
        <ChangePasswordForm />
      </section>
      <SecondFactor />
      <Sessions />
      <SecurityEvents />
    </>
  );
}
