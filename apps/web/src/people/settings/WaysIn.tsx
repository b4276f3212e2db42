import { Skeleton } from "@mantine/core";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { trpc } from "../../lib/trpc.ts";
import { Password } from "./Password.tsx";
import { Providers } from "./Providers.tsx";
import classes from "./Settings.module.css";
import { Wallets } from "./Wallets.tsx";

/** What signs the member in, besides passkeys, which are second factors, too. */
export function WaysIn() {
  const known = trpc.waysIn.list.useQuery();
  if (known.isPending) {
    return (
      <section className={classes.part} aria-busy="true">
        <Skeleton height={24} width={140} aria-hidden />
        <Skeleton height={160} aria-hidden />
      </section>
    );
  }
  if (!known.data) {
    return (
      <ErrorBox error={known.error} fallback="Failed to load how you sign in" onRetry={() => void known.refetch()} />
    );
  }
  const { hasPassword, passkeys, logins } = known.data;
  return (
    <>
      <Password
        hasPassword={hasPassword}
        hasOther={passkeys > 0 || logins.some(({ available, suspendedAt }) => available && suspendedAt === null)}
      />
      <Wallets logins={logins.filter(({ kind }) => kind === "wallet")} />
      <Providers logins={logins.filter(({ kind }) => kind === "openid")} />
    </>
  );
}
