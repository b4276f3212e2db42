import { escaped } from "../escape.ts";

interface Author {
  readonly username: string;
}

/** A closed account has neither name nor profile, and nobody else can have such a name (contract `reserved.ts`). */
export const hasLeft = ({ username }: Author) => /^deleted-\d+$/i.test(username);

export const profilePath = (username: string) => `/users/${encodeURIComponent(username)}`;

/** The author and time as HTML. @param at ISO time */
export function byline(author: Author, at: string): string {
  const day = `<time datetime="${escaped(at)}">${escaped(at.slice(0, 10))}</time>`;
  if (hasLeft(author)) return `a former member, ${day}`;
  return `<a href="${escaped(profilePath(author.username))}">${escaped(author.username)}</a>, ${day}`;
}

/** The author as structured data. */
export function personOf(author: Author, origin: string): object {
  if (hasLeft(author)) return { "@type": "Person", name: "A former member" };
  return { "@type": "Person", name: author.username, url: origin + profilePath(author.username) };
}
