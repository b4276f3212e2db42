import type { Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

// Only an asker whose bounty has run out comes to it.
const AskRefundDialog = lazy(async () => ({ default: (await import("./AskRefundDialog.tsx")).AskRefundDialog }));

/** The asker's way to have an expired bounty back. */
export function AskRefund({ post }: { post: Post }) {
  // Stays once opened, so that the dialog can fade away.
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setDialog("open")}>
        Ask for a refund
      </Button>
      {dialog !== "never" && (
        <Suspense>
          <AskRefundDialog post={post} opened={dialog === "open"} onClose={() => setDialog("closed")} />
        </Suspense>
      )}
    </>
  );
}
