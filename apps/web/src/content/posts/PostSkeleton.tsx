import { Skeleton } from "@mantine/core";
import { Page } from "../../components/Page.tsx";
import classes from "./Entry.module.css";

/** The skeleton of a post. */
export function PostSkeleton() {
  return (
    <div className={classes.beside} role="status" aria-label="Loading post">
      <Skeleton width="82%" height={38} mb={14} />
      <Skeleton width="54%" height={18} mb={32} />
      {["98%", "92%", "96%", "88%", "94%", "40%"].map((width) => (
        <Skeleton key={width} width={width} height={16} mb={12} />
      ))}
      <Skeleton width={140} height={24} mt={48} mb={20} />
      {["95%", "90%", "60%"].map((width) => (
        <Skeleton key={width} width={width} height={16} mb={12} />
      ))}
    </div>
  );
}

/** The skeleton of the whole page. */
export function PostPending() {
  return (
    <Page width="thread">
      <Skeleton width={110} height={22} mb={18} />
      <PostSkeleton />
    </Page>
  );
}
