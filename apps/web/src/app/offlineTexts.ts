import { FACTS } from "../lib/facts.ts";

/** Where the offline page (public/offline.js) finds what it says. In a cache of its own, because the copies are a reader's. */
const WORDS = "bbux-words";
const PLACE = "/offline/texts";

/** What the offline page says, in the reader's language. */
function offlineTexts() {
  const { name } = FACTS.brand;
  return {
    brand: name,
    title: "We can't load this page",
    lead: `You're offline, or we can't reach ${name}. This page will load as soon as we're back.`,
    again: "Try again",
    saved: "Posts you opened",
    /** Followed by a time. */
    copy: "You're offline. This is a copy from:",
    answers: "Answers",
    comments: "Comments",
    accepted: "Accepted answer",
    waiting: "Waiting to be posted",
    takeBack: "Take back",
    begun: "There's a draft in its form already. Post or discard that first. This text goes on waiting.",
    taken: "Your text is back in its form. You'll find it there when you're online.",
  };
}

/** Keeps the offline page's texts, for when nothing can be fetched. */
export async function keepOfflineTexts(): Promise<void> {
  const store = await caches.open(WORDS);
  const texts = { ...offlineTexts(), language: document.documentElement.lang };
  await store.put(PLACE, Response.json(texts));
}
