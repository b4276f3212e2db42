import { getQueryKey } from "@trpc/react-query";
import { writeOver } from "../../cacheWrites.ts";
import { messageOf } from "../../errors.ts";
import { LastWish } from "../../lastWish.ts";
import { noticeDeadSession } from "../../session-events.ts";
import { client, queryClient, trpc, utils } from "../../trpc.ts";

/** Toggles under way, by post. */
const underWay = new Map<string, LastWish<boolean, boolean>>();

/**
 * Keeps a post or lets go of it. It shows at once and is taken back when the call fails, which is logged (spec core §4, §8).
 * @param show tells the button itself, for pages whose data say nothing of bookmarks
 */
export function toggleBookmark(postId: string, bookmarked: boolean, show: (bookmarked: boolean) => void): void {
  const wish =
    underWay.get(postId) ??
    new LastWish<boolean, boolean>(bookmarked, {
      send: async () => (await client.bookmarks.toggle.mutate({ postId })).bookmarked,
      guess: (_, value) => value,
      valueOf: (known) => known,
      show: (value) => {
        show(value);
        showBookmark(postId, value);
      },
      failed: (error) => {
        // biome-ignore lint/suspicious/noConsole: a failed toggle is logged (spec core §8)
        console.error("Failed to toggle bookmark", messageOf(error));
        noticeDeadSession(error);
      },
      idle: () => {
        underWay.delete(postId);
        forgetLists();
      },
    });
  underWay.set(postId, wish);
  wish.wish(!wish.wanted);
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

/** Lists of bookmarks are fetched anew when they are next opened: one that is open keeps what was taken off, to put it back. */
function forgetLists(): void {
  for (const path of [["bookmarks", "list"], ["users", "get"], ["profile"]]) {
    void queryClient.invalidateQueries({ queryKey: [path], refetchType: "none" });
  }
}
