import type { OpenIdProvider } from "@bbux/contract";
import { Button } from "@mantine/core";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { FACTS } from "../../lib/facts.ts";
import { leaveFor } from "../../lib/openid.ts";
import { trpc } from "../../lib/trpc.ts";

/** Leads to the providers, to sign in with an account there, or to sign up with it. Nothing if there are none. */
export function ProviderButtons({ redirectTo }: { readonly redirectTo: string }) {
  const start = trpc.auth.openIdStart.useMutation({
    onSuccess: (departure) => leaveFor(departure, { purpose: "enter", redirectTo }),
  });
  if (FACTS.providers.length === 0) return null;
  const isStarting = ({ id }: OpenIdProvider) => start.isPending && start.variables.provider === id;
  return (
    <>
      {FACTS.providers.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          fullWidth
          loading={isStarting(provider)}
          onClick={() => start.mutate({ provider: provider.id })}
        >
          Continue with {provider.name}
        </Button>
      ))}
      <FormError
        message={start.error ? messageOf(start.error, "We couldn't reach the provider") : null}
        hint={start.error && hintOf(start.error)}
      />
    </>
  );
}
