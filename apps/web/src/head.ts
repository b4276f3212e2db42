import { PAGES, type PageFacts, type PagePath, titleOf } from "@bbux/contract";
import type { AnyRouter } from "@tanstack/react-router";

/**
 * Takes away what the server wrote of the page: the tags that the app now has itself at once, what else describes the page
 * (canonical address, previews, data for machines) when the app goes to another. @returns what ends it
 */
export function takeOverHead(router: AnyRouter): () => void {
  const remove = (selector: string) => {
    for (const tag of document.querySelectorAll(selector)) tag.remove();
  };
  remove("title[data-page], meta[name=description][data-page]");
  const { pathname } = window.location;
  return router.subscribe("onBeforeNavigate", ({ toLocation }) => {
    if (toLocation.pathname !== pathname) remove("[data-page]");
  });
}

/**
 * Title and description of a route: `head: () => pageHead("/community")`. The table of pages says them; what a page alone
 * knows (a post's title) goes before.
 */
export function pageHead(path: PagePath, known: Partial<Pick<PageFacts, "title" | "description">> = {}) {
  const { title, description } = PAGES[path];
  return {
    meta: [
      { title: titleOf(known.title || title) },
      { name: "description", content: known.description || description },
    ],
  };
}

/** The head of a member's profile, under either of its addresses. */
export function profileHead(username: string) {
  const description = `What ${username} asks, answers and shares in the BBUX community, and how they stand in it.`;
  return pageHead("/users/$username", { title: username, description });
}

/** The head of the feed: of one tag as the server's (apps/server/src/http/html/pages/feed.ts). */
export function feedHead(tags: string | undefined) {
  if (!tags || tags.includes(",")) return pageHead("/community");
  const description = `Questions and shared knowledge about ${tags} from the BBUX community, the newest first.`;
  return pageHead("/community", { title: `Posts tagged ${tags}`, description });
}
