import { PAGES, type PageFacts, type PagePath, titleOf } from "@bbux/contract";

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
