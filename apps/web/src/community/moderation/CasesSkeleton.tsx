import { Skeleton } from "@mantine/core";
import classes from "./Case.module.css";

/** The skeleton of a list of cases. */
export function CasesSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={18} width={140} mb="sm" />
      {["first", "second", "third"].map((key) => (
        <div key={key} className={classes.case}>
          <Skeleton height={14} width={60} />
          <Skeleton height={22} width="56%" my="xs" />
          <Skeleton height={14} width="30%" mb="md" />
          <Skeleton height={14} mb="xs" />
          <Skeleton height={14} width="80%" mb="md" />
          <Skeleton height={30} width={260} />
        </div>
      ))}
    </div>
  );
}
