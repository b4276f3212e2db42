import { getQueryKey } from "@trpc/react-query";
import { writeOver } from "../../lib/cacheWrites.ts";
import { messageOf } from "../../lib/errors.ts";
import { LatestWins } from "../../lib/latestWins.ts";
import { noticeDeadSession } from "../../lib/sessionEvents.ts";
import { client, queryClient, trpc, utils } from "../../lib/trpc.ts";

/** Calls being sent, by post. */
const underWay = new Map<string, LatestWins<boolean, boolean>>();

/**
 * Adds or removes a bookmark. It shows immediately and is reverted when the call fails, which is logged.
 * @param show updates the button itself, for pages whose data doesn't include bookmarks
 */
export function toggleBookmark(postId: string, bookmarked: boolean, show: (bookmarked: boolean) => void): void {
  const latest =
    underWay.get(postId) ??
    new LatestWins<boolean, boolean>(bookmarked, {
      send: async () => (await client.bookmarks.toggle.mutate({ postId })).bookmarked,
      guess: (_, value) => value,
      valueOf: (known) => known,
      show: (value) => {
        show(value);
        showBookmark(postId, value);
      },
      failed: (error) => {
        // biome-ignore lint/suspicious/noConsole: a failed toggle is logged
        console.error("Failed to toggle bookmark", messageOf(error));
        noticeDeadSession(error);
      },
      idle: () => {
        underWay.delete(postId);
        forgetLists();
      },
    });
  underWay.set(postId, latest);
  latest.choose(!latest.wanted);
}

interface Status {
  readonly status: Readonly<Record<string, boolean>>;
}

function showBookmark(postId: string, bookmarked: boolean): void {
  void writeOver([[["bookmarks", "status"]], [["posts", "get"]]], () => {
    queryClient.setQueriesData<Status>({ queryKey: getQueryKey(trpc.bookmarks.status) }, (found) =>
      found && postId in found.status ? { status: { ...found.status, [postId]: bookmarked } } : found,
    );
    utils.posts.get.setData({ id: postId }, (found) => found && { ...found, post: { ...found.post, bookmarked } });
  });
}

/**
 * Lists of bookmarks are refetched when they are next opened: an open one keeps removed posts, so that they can be
 * restored.
 */
function forgetLists(): void {
  for (const path of [["bookmarks", "list"], ["users", "get"], ["profile"]]) {
    void queryClient.invalidateQueries({ queryKey: [path], refetchType: "none" });
  }
}
