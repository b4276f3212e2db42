import type { ProofReport } from "@bbux/client/verify";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { numberText } from "../../lib/locale.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Transparency.module.css";

type Outcome = { readonly report: ProofReport } | { readonly none: true } | { readonly error: unknown } | null;

/**
 * Verifies in the browser that the published total includes the member's balance, without revealing anyone else's
 * (docs/DECISIONS.md 1.8).
 */
export function BalanceProof({ publicKey }: { publicKey: string }) {
  const { user } = useSession();
  return (
    <section className={classes.card} aria-labelledby="proof">
      <h2 id="proof">Is your balance counted?</h2>
      <p className={classes.lead}>
        Each checkpoint signs one sum that the platform owes to members. What you could spend and had staked then must
        be a part of it, and your browser can prove it without seeing anyone else's.
      </p>
      {user ? (
        <Check key={user.id} memberId={user.id} publicKey={publicKey} />
      ) : (
        <div className={classes.buttons}>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/login" search={{ redirectTo: "/transparency" }} {...props} />}
          >
            Sign in to check
          </Button>
        </div>
      )}
    </section>
  );
}

function Check({ memberId, publicKey }: { memberId: string; publicKey: string }) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [working, setWorking] = useState(false);
  const utils = trpc.useUtils();

  async function check() {
    setWorking(true);
    setOutcome(null);
    setOutcome(await checked());
    setWorking(false);
  }

  async function checked(): Promise<Outcome> {
    try {
      const [{ proof }, { verifyProof }] = await Promise.all([
        utils.transparency.proof.fetch(undefined, { staleTime: 0 }),
        import("@bbux/client/verify"),
      ]);
      return proof === null ? { none: true } : { report: await verifyProof(proof, { key: publicKey, memberId }) };
    } catch (error) {
      return { error };
    }
  }

  return (
    <>
      <div role="status">{outcome && <Told outcome={outcome} />}</div>
      {outcome && "error" in outcome && (
        <FormError message={messageOf(outcome.error, "The check failed")} hint={hintOf(outcome.error)} />
      )}
      <div className={classes.buttons}>
        <Button variant="default" loading={working} onClick={() => void check()}>
          Check that my balance is counted
        </Button>
      </div>
    </>
  );
}

function Told({ outcome }: { outcome: NonNullable<Outcome> }) {
  if ("error" in outcome) return null;
  if ("none" in outcome) {
    return (
      <div className={classes.result} data-neutral>
        <IconInfoCircle size={20} stroke={1.6} aria-hidden="true" />
        <p>
          There is nothing of yours in the latest checkpoint: you had nothing then, or there is no checkpoint yet. The
          next comes after the end of the day (UTC).
        </p>
      </div>
    );
  }
  const { report } = outcome;
  if (!report.ok) {
    return (
      <div className={classes.result} data-bad>
        <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />
        <div>
          <p>
            <strong>Your balance is not proven</strong>
          </p>
          <p>{report.problem}.</p>
        </div>
      </div>
    );
  }
  const { amount, checkpoint, signatureChecked } = report;
  return (
    <div className={classes.result}>
      <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <p>
          <strong>Your balance is counted:</strong> <Amount value={amount} fixed exact plain /> at the end of{" "}
          {checkpoint.day}.
        </p>
        <p className={classes.note}>
          It is a part of <Amount value={checkpoint.liabilities} fixed exact plain /> owed to{" "}
          {numberText(checkpoint.members)} members
          {signatureChecked
            ? ", and the platform has signed it."
            : ". Your browser does not know Ed25519: verify the signature offline."}
        </p>
      </div>
    </div>
  );
}
