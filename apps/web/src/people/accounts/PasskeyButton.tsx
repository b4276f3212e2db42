import type { PasskeyAssertion } from "@bbux/contract";
import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { askForPasskey, hasPasskeys } from "../../lib/passkeys.ts";
import { trpc } from "../../lib/trpc.ts";

interface PasskeyButtonProps extends ButtonProps {
  readonly children: string;
  /** Called with what the browser returned. */
  readonly onPasskey: (passkey: PasskeyAssertion) => void;
  /** Whether the server is being asked about it. */
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Asks the browser for a passkey; nothing where there are none. */
export function PasskeyButton({ children, onPasskey, isPending, error, ...props }: PasskeyButtonProps) {
  const { mutateAsync: begin } = trpc.auth.passkeyOptions.useMutation();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  if (!hasPasskeys()) return null;
  async function ask() {
    setIsAsking(true);
    setProblem(null);
    try {
      const { options } = await begin();
      const passkey = await askForPasskey(options);
      if (passkey) onPasskey(passkey);
    } catch (failure) {
      setProblem(failure);
    } finally {
      setIsAsking(false);
    }
  }
  const fault = problem ?? error;
  return (
    <>
      <Button variant="default" {...props} onClick={() => void ask()} loading={isAsking || isPending}>
        {children}
      </Button>
      <FormError
        message={fault ? messageOf(fault, "Your browser couldn't use a passkey") : null}
        hint={fault ? hintOf(fault) : null}
      />
    </>
  );
}
