import { Button } from "@mantine/core";
import { EmptyState } from "./EmptyState.tsx";

/** Shown for a page number beyond the end of the list. */
export function PastLastPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      title="This page is past the last one"
      action={
        <Button variant="default" onClick={onFirst}>
          Go to the first page
        </Button>
      }
    />
  );
}
