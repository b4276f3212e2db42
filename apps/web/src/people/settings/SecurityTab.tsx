import type { User } from "@bbux/contract";
import { AllowList } from "./AllowList.tsx";
import { EmailAddress } from "./EmailAddress.tsx";
import { FreezeAccount } from "./FreezeAccount.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { SecurityEvents } from "./SecurityEvents.tsx";
import { Sessions } from "./Sessions.tsx";
import { WaysIn } from "./WaysIn.tsx";

/** The email address, the password, wallets that sign in, the second factor, where withdrawals may go, the sessions, recent security events, and how to freeze the account. */
export function SecurityTab({ user }: { user: User }) {
  return (
    <>
      <EmailAddress user={user} />
      <WaysIn />
      <SecondFactor />
      <AllowList />
      <Sessions />
      <SecurityEvents />
      <FreezeAccount user={user} />
    </>
  );
}
