import type { Post } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useSession } from "../../session.tsx";
import classes from "./Answers.module.css";
import { SignInPrompt } from "./SignInPrompt.tsx";

// Readers do not load the editor.
const NewAnswerForm = lazy(async () => ({ default: (await import("./NewAnswerForm.tsx")).NewAnswerForm }));

/** The form for a new answer; visitors get a way in instead, and a closed post takes none. */
export function AnswerForm({ post }: { post: Post }) {
  const { user, loading } = useSession();
  if (loading || post.status === "CLOSED") return null;
  if (!user) return <SignInPrompt>Sign in to answer this question.</SignInPrompt>;
  return (
    <Suspense fallback={<Skeleton className={classes.form} height={260} />}>
      <NewAnswerForm key={user.id} post={post} />
    </Suspense>
  );
}
