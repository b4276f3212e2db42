import type { User } from "@bbux/contract";
import { AllowList } from "./AllowList.tsx";
import { EmailAddress } from "./EmailAddress.tsx";
import { FreezeAccount } from "./FreezeAccount.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { SecurityEvents } from "./SecurityEvents.tsx";
import { Sessions } from "./Sessions.tsx";
import { WaysIn } from "./WaysIn.tsx";

/** How one signs in, where withdrawals may go, what has happened, and how to freeze the account. */
export function SecurityTab({ user }: { user: User }) {
  return (
    <>
      <WaysIn />
      <SecondFactor />
      <EmailAddress user={user} />
      <AllowList />
      <Sessions />
      <SecurityEvents />
      <FreezeAccount user={user} />
    </>
  );
}
