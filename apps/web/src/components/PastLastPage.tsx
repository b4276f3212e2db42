import { Button } from "@mantine/core";
import { EmptyState } from "./EmptyState.tsx";

/** Where a page of a list would be: the list is shorter than the address says. */
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
