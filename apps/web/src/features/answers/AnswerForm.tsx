import type { Post } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useSession, wasSignedIn } from "../../session.tsx";
import classes from "./Answers.module.css";
import { SignInPrompt } from "./SignInPrompt.tsx";

// Readers do not load the editor.
const NewAnswerForm = lazy(async () => ({ default: (await import("./NewAnswerForm.tsx")).NewAnswerForm }));

/** The form for a new answer; visitors get a way in instead, and a closed post takes none. */
export function AnswerForm({ post }: { post: Post }) {
  const { user, loading } = useSession();
  if (post.status === "CLOSED") return null;
  // Until it is known who is there, the place is kept for whom it was last time, so that what stands below does not move.
  const room = <Skeleton className={`${classes.form} ${classes.room}`} />;
  if (loading && wasSignedIn()) return room;
  if (!user) return <SignInPrompt>Sign in to answer this question.</SignInPrompt>;
  return (
    <Suspense fallback={room}>
      <NewAnswerForm key={user.id} post={post} />
    </Suspense>
  );
}
