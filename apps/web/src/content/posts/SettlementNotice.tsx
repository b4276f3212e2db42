import type { Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { authorName } from "../../components/author.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { TimeLeft } from "../../components/TimeLeft.tsx";
import { trpc } from "../../lib/trpc.ts";
import classes from "./BountyBar.module.css";

// Loaded lazily, because few members object.
const ObjectionDialog = lazy(async () => ({ default: (await import("./ObjectionDialog.tsx")).ObjectionDialog }));

/** In the last two days before the payout date: who will be paid, and the button to object for those who may. */
export function SettlementNotice({ post }: { post: Post }) {
  const isAnnounced = post.timeline?.some(({ kind }) => kind === "ANNOUNCED") ?? false;
  const { data } = trpc.refunds.settlement.useQuery({ id: post.id }, { enabled: isAnnounced });
  // Stays mounted once opened, so that the dialog can fade out.
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  if (!isAnnounced || !data?.notice) return null;
  const { username, settlesAt } = data.notice;
  const day = exactTime(settlesAt);
  return (
    <div className={classes.acts} data-settlement>
      <p>
        {username === null ? (
          <>As votes stand now, no answer gets the bounty. It goes back to the asker on {day}. </>
        ) : (
          <>
            As votes stand now, the bounty will be paid to <strong>{authorName(username)}</strong> on {day}.{" "}
          </>
        )}
        <TimeLeft expiresAt={settlesAt} />
      </p>
      {data.mayObject && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setDialog("open")}>
          Object to this payment
        </Button>
      )}
      {dialog !== "never" && (
        <Suspense>
          <ObjectionDialog post={post} opened={dialog === "open"} onClose={() => setDialog("closed")} />
        </Suspense>
      )}
    </div>
  );
}
