import { type PageFacts, type PagePath, pageFacts, titleOf } from "@bbux/contract";
import type { AnyRouter } from "@tanstack/react-router";
import { FACTS } from "./facts.ts";

/**
 * Removes the server's head tags: those that the app now renders immediately, the others (canonical address, previews,
 * structured data) on the next navigation. @returns a function that stops it
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
 * Returns title and description of a route: `head: () => pageHead("/community")`. They come from the table of pages;
 * values of a single page (a post's title) go before them.
 */
export function pageHead(path: PagePath, known: Partial<Pick<PageFacts, "title" | "description">> = {}) {
  const { title, description } = pageFacts(path, FACTS.brand.name);
  return {
    meta: [
      { title: titleOf(known.title || title, FACTS.brand.name) },
      { name: "description", content: known.description || description },
    ],
  };
}

/** Returns the head of a member's profile, under either of its addresses. */
export function profileHead(username: string) {
  const description = `What ${username} asks, answers, and shares in the community, and their reputation.`;
  return pageHead("/users/$username", { title: username, description });
}

/** Returns the head of the feed; for one tag the same as the server's (apps/server/src/http/html/pages/feed.ts). */
export function feedHead(tags: string | undefined) {
  if (!tags || tags.includes(",")) return pageHead("/community");
  const description = `Questions and shared knowledge about ${tags} from the community, newest first.`;
  return pageHead("/community", { title: `Posts tagged ${tags}`, description });
}
