import { Button } from "@mantine/core";
import { messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { Result } from "./Result.tsx";

/** Asks the chain's node and the signer whether they answer. */
export function ChainTest({ onTested }: { readonly onTested: (passed: boolean) => void }) {
  const test = trpc.setup.testChain.useMutation({
    onSuccess: ({ chain, signer }) => onTested(chain.ok && signer.ok),
  });
  const failed = test.error && [{ ok: false, message: messageOf(test.error, "We couldn't test the connection") }];
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test connection
      </Button>
      <Result results={test.data ? [test.data.chain, test.data.signer] : (failed ?? [])} />
    </>
  );
}
