import { Page } from "../../components/Page.tsx";
import { PlainSkeleton } from "../../components/PlainSkeleton.tsx";
import face from "./Identity.module.css";
import classes from "./ProfileView.module.css";

/** The skeleton of a profile. */
export function ProfileSkeleton() {
  return (
    <Page>
      <div className={classes.layout} role="status" aria-label="Loading profile">
        <div>
          <div className={face.face}>
            <PlainSkeleton circle height={112} width={112} />
            <div>
              <PlainSkeleton height={24} width={160} mt={18} />
              <PlainSkeleton height={16} width={180} mt={10} />
            </div>
          </div>
          <PlainSkeleton height={16} mt={40} />
          <PlainSkeleton height={4} mt={14} />
          <PlainSkeleton height={120} mt={40} />
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
          <PlainSkeleton height={20} width="64%" />
          <PlainSkeleton height={15} width="92%" mt={10} />
          <PlainSkeleton height={13} width="36%" mt={10} />
        </div>
      ))}
    </div>
  );
}
