import { EmptyState } from "./EmptyState.tsx";
import { PlainButton } from "./PlainButton.tsx";

/** Shown for a page number beyond the end of the list. */
export function PastLastPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      title="This page is past the last one"
      action={
        <PlainButton variant="default" onClick={onFirst}>
          Go to the first page
        </PlainButton>
      }
    />
  );
}
