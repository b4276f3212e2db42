import type { ProofReport } from "@bbux/client/verify";
import type { Transparency } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { ProofCode } from "./ProofCode.tsx";
import { ProofResult } from "./ProofResult.tsx";
import classes from "./Transparency.module.css";

const FILE = "/api/transparency/proof";

type Published = Pick<Transparency, "publicKey" | "checkpoints">;
type Outcome = { readonly report: ProofReport } | { readonly none: true } | { readonly error: unknown } | null;

/**
 * Verifies in the browser what the latest checkpoint says the member is owed, or that it leaves them out, without
 * revealing anyone else's balance (docs/adr/0023).
 */
export function BalanceProof({ published }: { published: Published }) {
  const { user } = useSession();
  return (
    <section className={classes.card} aria-labelledby="proof">
      <h2 id="proof">Is your balance counted?</h2>
      <p className={classes.lead}>
        Each checkpoint signs everything the platform owes its members. Your browser can prove that your balance at that
        time is included, without seeing anyone else's.
      </p>
      {user ? (
        <Check key={user.id} address={user.solanaAddress} published={published} />
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

function Check({ address, published }: { address: string; published: Published }) {
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
      if (proof === null) return { none: true };
      const report = await verifyProof(proof, { key: published.publicKey, address });
      return { report: report.ok ? inPublished(report, published) : report };
    } catch (error) {
      return { error };
    }
  }

  return (
    <>
      <div role="status">{outcome && !("error" in outcome) && <ProofResult outcome={outcome} />}</div>
      {outcome && "error" in outcome && (
        <FormError message={messageOf(outcome.error, "The check failed")} hint={hintOf(outcome.error)} />
      )}
      <div className={classes.buttons}>
        <Button variant="default" loading={working} onClick={() => void check()}>
          Check that my balance is counted
        </Button>
        {outcome && "report" in outcome && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.6} />}
            renderRoot={(props) => (
              <a href={FILE} download="proof.json" {...props}>
                {props.children}
              </a>
            )}
          >
            Save this proof
          </Button>
        )}
      </div>
      <ProofCode />
    </>
  );
}

/** A checkpoint that only the member is shown proves nothing: it must be one of those that everyone sees. */
function inPublished(report: ProofReport & { ok: true }, { checkpoints }: Published): ProofReport {
  const { day, body } = report.checkpoint;
  const shown = checkpoints.find((checkpoint) => checkpoint.day === day);
  // A newer one than the page has loaded is compared once the page has it.
  if (shown?.body === body || (!shown && day > (checkpoints[0]?.day ?? ""))) return report;
  return { ok: false, code: "checkpoint", problem: `The checkpoint of ${day} isn't the one that is published` };
}
