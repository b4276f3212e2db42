import { Skeleton } from "@mantine/core";

/** Rows of a table on their way. */
export function RowsWaiting({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={24} my={22} />
      ))}
    </div>
  );
}
