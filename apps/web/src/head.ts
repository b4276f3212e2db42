/** Title and description of a route: `head: () => pageHead("Community", "Questions and bounties …")`. */
export function pageHead(title: string, description?: string) {
  return {
    meta: [{ title: `${title} · BBUX` }, ...(description ? [{ name: "description", content: description }] : [])],
  };
}
