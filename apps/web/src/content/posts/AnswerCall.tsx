import type { Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { useSession, wasSignedIn } from "../../lib/session.ts";
import classes from "./AnswerCall.module.css";
import { answerCall, focusYourAnswer, YOUR_ANSWER } from "./answerCall.ts";

interface AnswerCallProps {
  readonly post: Post;
  /** In the side column of wide screens, or in a band at the bottom of others. */
  readonly place: "aside" | "band";
}

/** Keeps "Answer for 5 BBUX" in reach until the form itself is on the screen. */
export function AnswerCall({ post, place }: AnswerCallProps) {
  const { user, loading } = useSession();
  const navigate = useNavigate();
  const call = answerCall(post, user?.id, useNow());
  const isFormInView = useIsFormInView(call !== null);
  if (call === null || (loading && wasSignedIn())) return null;
  const text = call === "bounty" ? `Answer for ${bbux(unitsOf(post.reward))}` : "Answer this question";
  const open = () => {
    if (!focusYourAnswer())
      void navigate({ to: ".", hash: YOUR_ANSWER, resetScroll: false, hashScrollIntoView: false });
  };
  return (
    <div
      className={classes[place]}
      data-answer-band={place === "band" || undefined}
      data-hidden={isFormInView || undefined}
      data-noprint
    >
      {user ? (
        <Button className={classes.button} onClick={open}>
          {text}
        </Button>
      ) : (
        <Button
          className={classes.button}
          renderRoot={(props) => (
            <Link to="/login" search={{ redirectTo: `/posts/${post.id}#${YOUR_ANSWER}` }} {...props} />
          )}
        >
          {text}
        </Button>
      )}
    </div>
  );
}

function useIsFormInView(wanted: boolean): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const form = wanted && document.getElementById(YOUR_ANSWER);
    if (!form) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(form);
    return () => observer.disconnect();
  }, [wanted]);
  return seen;
}
