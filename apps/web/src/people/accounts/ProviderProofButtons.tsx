import type { OpenIdProvider } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { askInWindow, WindowBlocked } from "../../lib/openid.ts";
import { trpc } from "../../lib/trpc.ts";

interface ProviderProofButtonsProps {
  readonly providers: readonly OpenIdProvider[];
  readonly label: (providerName: string) => string;
  /** Whether the provider has to ask for the password again. */
  readonly again?: boolean;
  readonly onProof: (proof: string, provider: OpenIdProvider) => void;
  /** Whether the server is being asked about it. */
  readonly isPending: boolean;
  /** The server's refusal. */
  readonly error: unknown;
}

/** Asks a provider who the member is, in a window of its own, so that what is open here stays. Nothing if there are none. */
export function ProviderProofButtons({
  providers,
  label,
  again = false,
  onProof,
  isPending,
  error,
}: ProviderProofButtonsProps) {
  const { mutateAsync: start } = trpc.auth.openIdStart.useMutation();
  const { mutateAsync: comeBack, isPending: isBack } = trpc.auth.openIdReturn.useMutation();
  const [away, setAway] = useState<OpenIdProvider | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  async function ask(provider: OpenIdProvider) {
    // Browsers don't say when a window is closed that has been elsewhere, so pressing again starts over.
    asking.current?.abort();
    const current = new AbortController();
    asking.current = current;
    setProblem(null);
    setAway(provider);
    try {
      const answered = await askInWindow(() => start({ provider: provider.id, again }), current.signal);
      const { proof } = await comeBack(answered);
      if (!current.signal.aborted) onProof(proof, provider);
    } catch (failure) {
      if (!current.signal.aborted) setProblem(failure);
    } finally {
      if (asking.current === current) setAway(null);
    }
  }
  const fault = problem ?? error;
  const isBlocked = fault instanceof WindowBlocked;
  return (
    <>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          fullWidth
          loading={(isBack && away === provider) || isPending}
          onClick={() => void ask(provider)}
        >
          {label(provider.name)}
        </Button>
      ))}
      {away && !isBack && <p role="status">Continue in the {away.name} window.</p>}
      <FormError
        message={isBlocked ? fault.message : fault ? messageOf(fault, "We couldn't reach the provider") : null}
        hint={fault && !isBlocked ? hintOf(fault) : null}
      />
    </>
  );
}
