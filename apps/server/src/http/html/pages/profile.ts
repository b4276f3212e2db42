import { getPublicUser } from "@bbux/api/reading";
import { PAGES, type PublicUser, summaryOf } from "@bbux/contract";
import { escaped } from "../escape.ts";
import { type HtmlPage, missing, orMissing, type Sources } from "../page.ts";
import { profilePath } from "./people.ts";
import { rowsOf } from "./rows.ts";

/** A member, by name or id; whichever address was used, the page names one canonical one. */
export async function profilePage({ db, now }: Sources, idOrName: string): Promise<HtmlPage> {
  const member = await orMissing(getPublicUser(db, idOrName, null, now()));
  if (!member) return missing();
  const path = profilePath(member.username);
  return {
    status: 200,
    title: member.username,
    description: descriptionOf(member),
    canonical: path,
    // A member who has written nothing is of no interest to searchers, only to spammers.
    index: member.postCount + member.answerCount > 0,
    kind: "profile",
    data: (origin) => [dataOf(member, origin + path)],
    width: "page",
    content: contentOf(member),
  };
}

/** A member's posts: shown by the app, and reached through the profile. */
export async function memberPostsPage(sources: Sources, idOrName: string): Promise<HtmlPage> {
  const profile = await profilePage(sources, idOrName);
  if (profile.status !== 200) return profile;
  const { data: _, ...rest } = profile;
  const title = `Posts of ${profile.title}`;
  const description = `Everything that ${profile.title} has asked and shared in the community, the newest first.`;
  return { ...rest, title, description, index: PAGES["/users/$username/posts"].index, kind: "website", content: null };
}

function descriptionOf({ username, bio }: PublicUser): string {
  const words = `What ${username} asks, answers, and shares in the community, and their reputation.`;
  return bio ? summaryOf(`${username}: ${bio}`) : words;
}

function dataOf(member: PublicUser, url: string): object {
  const actions = (interactionType: string, userInteractionCount: number) => ({
    "@type": "InteractionCounter",
    interactionType: `https://schema.org/${interactionType}`,
    userInteractionCount,
  });
  return {
    "@type": "ProfilePage",
    dateCreated: member.createdAt,
    mainEntity: {
      "@type": "Person",
      name: member.username,
      alternateName: member.username,
      identifier: member.id,
      url,
      ...(member.bio && { description: summaryOf(member.bio) }),
      agentInteractionStatistic: [actions("WriteAction", member.postCount), actions("ReplyAction", member.answerCount)],
    },
  };
}

function contentOf(member: PublicUser): string {
  const about = member.bio ? `<p class="bio">${escaped(member.bio)}</p>` : "";
  const posts = member.posts.length > 0 ? `<h2>Recent posts</h2>${rowsOf(member.posts)}` : "";
  return (
    `<div class="profile"><div><h1>${escaped(member.username)}</h1>` +
    `<p class="by">Joined <time datetime="${escaped(member.createdAt)}">${escaped(member.createdAt.slice(0, 10))}</time></p>` +
    `${about}<p class="by">${member.reputationPoints} points, ${member.postCount} posts, ${member.answerCount} answers</p>` +
    `</div><div>${posts}</div></div>`
  );
}
