import { Page } from "./Page.tsx";
import { PlainSkeleton } from "./PlainSkeleton.tsx";

/** The skeleton of a page: a title and some lines. Routes with their own layout bring their own. */
export function PagePending() {
  return (
    <Page>
      <div role="status" aria-label="Loading">
        <PlainSkeleton height={34} width="42%" mb="lg" />
        {["96%", "88%", "92%", "60%"].map((width) => (
          <PlainSkeleton key={width} height={16} width={width} mb="sm" />
        ))}
      </div>
    </Page>
  );
}
