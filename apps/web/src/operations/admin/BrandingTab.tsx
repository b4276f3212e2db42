import { ErrorBox } from "../../components/ErrorBox.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { trpc } from "../../lib/trpc.ts";
import { BrandForm } from "../brand/index.ts";
import classes from "./Admin.module.css";

/** Name, colors and images of the platform. */
export function BrandingTab() {
  const get = trpc.brand.get.useQuery();
  if (get.error) {
    return (
      <ErrorBox
        error={get.error}
        fallback="We couldn't load the branding"
        onRetry={() => void get.refetch()}
        retrying={get.isFetching}
      />
    );
  }
  if (!get.data) return <RowsSkeleton label="Loading the branding" rows={6} />;
  const { changedAt, ...brand } = get.data.brand;
  return (
    <>
      <p className={classes.lead}>
        Saved changes appear for everyone right away.
        {changedAt !== null && (
          <>
            {" "}
            Last changed <TimeAgo at={changedAt} />.
          </>
        )}
      </p>
      {/* The page itself carries the brand, so it is loaded again. */}
      <BrandForm brand={brand} onSaved={() => window.location.reload()} />
    </>
  );
}
