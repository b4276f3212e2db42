import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { WalletFailed } from "../../lib/walletProof.ts";

interface ProofButtonProps<Proof> extends ButtonProps {
  readonly children: string;
  /** Asks the browser or a wallet; null if the person thought better of it. */
  readonly ask: () => Promise<Proof | null>;
  /** Called with what it returned. */
  readonly onProof: (proof: Proof) => void;
  /** Whether the server is being asked about it. */
  readonly isPending: boolean;
  /** The server's refusal. */
  readonly error: unknown;
  /** What to say when asking failed without a sentence of its own. */
  readonly fallback: string;
  /** Where the refusal leads. */
  readonly action?: ReactNode;
}

/** Asks for a proof of who the person is, and says why if there is none. */
export function ProofButton<Proof>(props: ProofButtonProps<Proof>) {
  const { children, ask, onProof, isPending, error, fallback, action, ...looks } = props;
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  async function begin() {
    setIsAsking(true);
    setProblem(null);
    try {
      const proof = await ask();
      if (proof !== null) onProof(proof);
    } catch (failure) {
      setProblem(failure);
    } finally {
      setIsAsking(false);
    }
  }
  const fault = problem ?? error;
  const isWallets = fault instanceof WalletFailed;
  return (
    <>
      <Button variant="default" {...looks} onClick={() => void begin()} loading={isAsking || isPending}>
        {children}
      </Button>
      <FormError
        message={isWallets ? fault.message : fault ? messageOf(fault, fallback) : null}
        hint={fault && !isWallets ? hintOf(fault) : null}
        action={fault ? action : null}
      />
    </>
  );
}
