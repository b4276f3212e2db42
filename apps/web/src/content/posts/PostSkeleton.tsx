import { Page } from "../../components/Page.tsx";
import { PlainSkeleton } from "../../components/PlainSkeleton.tsx";
import classes from "./Entry.module.css";
import aside from "./PostAside.module.css";

/** The skeleton of a post. */
export function PostSkeleton() {
  return (
    <div className={classes.beside} role="status" aria-label="Loading post">
      <PlainSkeleton width="82%" height={38} mb={14} />
      <PlainSkeleton width="54%" height={18} mb={32} />
      {["98%", "92%", "96%", "88%", "94%", "40%"].map((width) => (
        <PlainSkeleton key={width} width={width} height={16} mb={12} />
      ))}
      <PlainSkeleton width={140} height={24} mt={48} mb={20} />
      {["95%", "90%", "60%"].map((width) => (
        <PlainSkeleton key={width} width={width} height={16} mb={12} />
      ))}
    </div>
  );
}

/** The skeleton of the whole page. */
export function PostPending() {
  return (
    <Page width="split">
      <PlainSkeleton width={110} height={22} mb={18} />
      <div className={aside.layout}>
        <PostSkeleton />
      </div>
    </Page>
  );
}
