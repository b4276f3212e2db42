import { Skeleton } from "@mantine/core";
import { Page } from "../../components/Page.tsx";
import face from "./Identity.module.css";
import classes from "./ProfileView.module.css";

/** The skeleton of a profile. */
export function ProfileSkeleton() {
  return (
    <Page>
      <div className={classes.layout} role="status" aria-label="Loading profile">
        <div>
          <div className={face.face}>
            <Skeleton circle height={112} width={112} />
            <div>
              <Skeleton height={24} width={160} mt={18} />
              <Skeleton height={16} width={180} mt={10} />
            </div>
          </div>
          <Skeleton height={16} mt={40} />
          <Skeleton height={4} mt={14} />
          <Skeleton height={120} mt={40} />
        </div>
        <PostItemsSkeleton count={4} />
      </div>
    </Page>
  );
}

/** The skeleton of a list of posts. */
export function PostItemsSkeleton({ count }: { count: number }) {
  return (
    <div>
      {Array.from({ length: count }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} style={{ padding: "16px 0" }}>
          <Skeleton height={20} width="64%" />
          <Skeleton height={15} width="92%" mt={10} />
          <Skeleton height={13} width="36%" mt={10} />
        </div>
      ))}
    </div>
  );
}
