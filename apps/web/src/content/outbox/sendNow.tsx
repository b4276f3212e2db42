import { plural } from "../../components/TimeAgo.format.ts";
import { lateToasts, notifySuccess } from "../../lib/notify.ts";
import { utils } from "../../lib/trpc.ts";
import type { WaitingText } from "./outbox.ts";
import { sendWaiting } from "./sendWaiting.ts";

/** Posts the waiting texts and tells their author which were posted and why any were refused. */
export async function sendNow(userId: string): Promise<void> {
  const { posted, refused } = await sendWaiting(userId, Date.now());
  for (const text of refused) void tellRefused(text);
  if (posted.length > 0) {
    notifySuccess(
      plural(posted.length, ["We posted # text that was waiting.", "We posted # texts that were waiting."]),
    );
  }
  for (const { postId } of [...posted, ...refused]) {
    void utils.posts.get.invalidate({ id: postId });
    void utils.posts.participants.invalidate({ id: postId });
    void utils.answers.list.invalidate({ postId });
    void utils.comments.list.invalidate({ postId });
  }
}

/** Stays until it's closed, because the reason was not asked for and the text has to be looked after. */
async function tellRefused({ postId, title, problem }: WaitingText): Promise<void> {
  await lateToasts.fetch();
  lateToasts.current()?.notifications.show({
    color: "red",
    role: "alert",
    autoClose: false,
    title: `Not posted: ${problem}`,
    message: (
      <a href={`/posts/${postId}`} dir="auto">
        {title}
      </a>
    ),
  });
}
