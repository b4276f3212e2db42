import type { Login, OpenIdProvider } from "@bbux/contract";
import { Button, Group } from "@mantine/core";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { FACTS } from "../../lib/facts.ts";
import { leaveFor } from "../../lib/openid.ts";
import { trpc } from "../../lib/trpc.ts";
import { LoginList } from "./LoginList.tsx";
import classes from "./Settings.module.css";

/** The accounts elsewhere that sign the member in. Nothing where there are no providers. */
export function Providers({ logins }: { readonly logins: readonly Login[] }) {
  const start = trpc.waysIn.openIdStart.useMutation({
    onSuccess: (departure) => leaveFor(departure, { purpose: "link", redirectTo: null }),
  });
  if (FACTS.providers.length === 0 && logins.length === 0) return null;
  const isStarting = ({ id }: OpenIdProvider) => start.isPending && start.variables.provider === id;
  return (
    <section className={classes.part} aria-labelledby="providers">
      <h2 id="providers">Accounts elsewhere</h2>
      <p>A linked account signs you in without a password. It's only as safe as that account.</p>
      <LoginList logins={logins} label="Your linked accounts" what="account" />
      <Group gap="sm">
        {FACTS.providers.map((provider) => (
          <Button
            key={provider.id}
            variant="default"
            loading={isStarting(provider)}
            onClick={() => start.mutate({ provider: provider.id })}
          >
            Link an account at {provider.name}
          </Button>
        ))}
      </Group>
      <FormError
        message={start.error ? messageOf(start.error, "We couldn't reach the provider") : null}
        hint={start.error && hintOf(start.error)}
      />
    </section>
  );
}
