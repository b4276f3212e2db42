import { Skeleton } from "@mantine/core";

/** Placeholder rows of a table. */
export function RowsSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={24} my={22} />
      ))}
    </div>
  );
}
