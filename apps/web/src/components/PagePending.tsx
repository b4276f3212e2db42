import { Skeleton } from "@mantine/core";
import { Page } from "./Page.tsx";

/** The skeleton of a page: a title and some lines. Routes with their own layout bring their own. */
export function PagePending() {
  return (
    <Page>
      <div role="status" aria-label="Loading">
        <Skeleton height={34} width="42%" mb="lg" />
        {["96%", "88%", "92%", "60%"].map((width) => (
          <Skeleton key={width} height={16} width={width} mb="sm" />
        ))}
      </div>
    </Page>
  );
}
