import { Button } from "@mantine/core";
import { messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { Result } from "./Result.tsx";
import classes from "./Setup.module.css";

/** Asks the chain's node and the signer whether they answer. */
export function ChainTest() {
  const test = trpc.setup.testChain.useMutation();
  const failed = test.error && [{ ok: false, message: messageOf(test.error, "We couldn't test the chain") }];
  return (
    <>
      <p className={classes.lead}>Deposits and withdrawals need a Solana node and the signer, which holds the keys.</p>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test the chain
      </Button>
      <Result results={test.data ? [test.data.chain, test.data.signer] : (failed ?? [])} />
    </>
  );
}
