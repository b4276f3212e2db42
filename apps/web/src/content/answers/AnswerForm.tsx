import type { Post } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useSession, wasSignedIn } from "../../lib/session.ts";
import { usePlace } from "../outbox/index.ts";
import classes from "./Answers.module.css";
import { SignInPrompt } from "./SignInPrompt.tsx";

// Loaded lazily, because readers don't need the editor.
const NewAnswerForm = lazy(async () => ({ default: (await import("./NewAnswerForm.tsx")).NewAnswerForm }));

/** The form for a new answer; visitors get a sign-in prompt instead, and a closed post takes none. */
export function AnswerForm({ post }: { post: Post }) {
  const { user, loading } = useSession();
  const isClosed = post.status === "CLOSED";
  usePlace("answer", { postId: post.id }, !isClosed);
  if (isClosed) return null;
  // Until the session is known, reserves the space of last time, so that the content below doesn't move.
  const room = <Skeleton className={`${classes.form} ${classes.room}`} />;
  if (loading && wasSignedIn()) return room;
  if (!user) return <SignInPrompt>Sign in to answer this question.</SignInPrompt>;
  return (
    <Suspense fallback={room}>
      <NewAnswerForm key={user.id} post={post} />
    </Suspense>
  );
}
