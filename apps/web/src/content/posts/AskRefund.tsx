import type { Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

// Loaded lazily, because only an asker with an expired bounty needs it.
const AskRefundDialog = lazy(async () => ({ default: (await import("./AskRefundDialog.tsx")).AskRefundDialog }));

/** Lets the asker request an expired bounty back. */
export function AskRefund({ post }: { post: Post }) {
  // Stays mounted once opened, so that the dialog can fade out.
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
