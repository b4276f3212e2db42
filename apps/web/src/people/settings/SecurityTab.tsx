import type { User } from "@bbux/contract";
import { ChangePasswordForm } from "../accounts/index.ts";
import { EmailAddress } from "./EmailAddress.tsx";
import { FreezeAccount } from "./FreezeAccount.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { SecurityEvents } from "./SecurityEvents.tsx";
import { Sessions } from "./Sessions.tsx";
import classes from "./Settings.module.css";

/** The email address, the password, the second factor, the sessions, recent security events, and how to freeze the account. */
export function SecurityTab({ user }: { user: User }) {
  return (
    <>
      <EmailAddress user={user} />
      <section className={classes.part} aria-labelledby="password">
        <h2 id="password">Password</h2>
        <ChangePasswordForm />
      </section>
      <SecondFactor />
      <Sessions />
      <SecurityEvents />
      <FreezeAccount />
    </>
  );
}
