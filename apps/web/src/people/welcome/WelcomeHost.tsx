import { useEffect, useState } from "react";
import { useIsPhone } from "../../components/useIsPhone.ts";
import { replaceData } from "../../lib/replaceData.ts";
import { trpc } from "../../lib/trpc.ts";
import { storedSteps, storeSteps } from "./storedSteps.ts";
import { useAskedForSteps, useWelcome } from "./useWelcome.ts";
import classes from "./Welcome.module.css";
import { Welcome } from "./Welcome.tsx";

const POST = /^\/posts\/(\d+)\/?$/;

interface WelcomeHostProps {
  readonly userId: string;
  readonly path: string;
  /** Whether the page is one to start from. */
  readonly isHere: boolean;
  /** Shows the next step only. */
  readonly short: boolean;
}

/** Shows a new member's first steps above the pages they start from, and notes which post they read first. */
export default function WelcomeHost({ userId, path, isHere, short }: WelcomeHostProps) {
  const postId = POST.exec(path)?.[1];
  if (postId) return <Reading postId={postId} />;
  return isHere ? <Steps userId={userId} short={short} /> : null;
}

function Steps({ userId, short }: { readonly userId: string; readonly short: boolean }) {
  const isPhone = useIsPhone();
  const welcome = useWelcome();
  useFollowedTags(welcome?.followedTags);
  // Where no room was kept for them, steps that arrive late would push the page down: they wait for the next page.
  const [hasRoom] = useState(() => welcome !== undefined || storedSteps() === userId);
  const isAsked = useAskedForSteps();
  const isOpen = welcome && !welcome.dismissed;
  const isKnown = welcome !== undefined;
  useEffect(() => {
    if (isKnown) storeSteps(isOpen ? userId : null);
  }, [isKnown, isOpen, userId]);
  if (!hasRoom && !isAsked) return null;
  if (!isKnown) return <div className={classes.waiting} data-short={short || undefined} />;
  return isOpen ? <Welcome welcome={welcome} short={short || isPhone} /> : null;
}

/** Asks again once the tags that the page below shows say otherwise than the step. */
function useFollowedTags(done: boolean | undefined): void {
  const { data } = trpc.tags.followed.useQuery(undefined, { enabled: false });
  const utils = trpc.useUtils();
  const isBehind = data !== undefined && done !== undefined && data.data.length > 0 !== done;
  useEffect(() => {
    if (isBehind) void utils.welcome.get.invalidate();
  }, [isBehind, utils]);
}

/** Without a trace the server couldn't know that a post was read. */
function Reading({ postId }: { readonly postId: string }) {
  const welcome = useWelcome();
  const utils = trpc.useUtils();
  const { mutate } = trpc.welcome.read.useMutation({
    onSuccess: (state) => replaceData(utils.welcome.get, undefined, state),
  });
  const isUnread = welcome?.readQuestion === false;
  useEffect(() => {
    if (isUnread) mutate({ postId });
  }, [isUnread, postId, mutate]);
  return null;
}
