// Shows what can be read without a connection, and loads the page when the platform can be reached again. The browser
// may have been online again before this script listened.
import { drawn } from "./offline.text.js";

const COPIES = "bbux-copies";
const WORDS = "bbux-words";
const PLACE = "/offline/posts/";
const PAUSE_MS = 3_000;
const reload = () => window.location.reload();

async function reloadWhenReachable() {
  if (navigator.onLine) {
    const isReachable = await fetch("/api/health/live", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReachable) return reload();
  }
  setTimeout(reloadWhenReachable, PAUSE_MS);
}

window.addEventListener("online", reload);
document.getElementById("again")?.addEventListener("click", reload);
setTimeout(reloadWhenReachable, PAUSE_MS);
void show().catch(() => undefined);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

async function show() {
  const texts = await (await caches.match("/offline/texts", { cacheName: WORDS }))?.json();
  if (!texts) return;
  const { language } = texts;
  document.documentElement.lang = language;
  document.title = `${texts.title} · ${texts.brand}`;
  for (const [id, name] of [
    ["title", "title"],
    ["lead", "lead"],
    ["again", "again"],
  ]) {
    document.getElementById(id).textContent = texts[name];
  }
  const at = (time) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

  const store = (await caches.has(COPIES)) ? await caches.open(COPIES) : null;
  const all = store ? await copiesIn(store) : [];
  const viewer = reader(all);
  // Another tab may have kept one before it knew of the sign-out.
  const kept = all.filter((copy) => copy.viewer === (viewer ?? "visitor"));
  const main = document.querySelector("main");
  const [, wanted] = /^\/posts\/(\d+)$/.exec(location.pathname) ?? [];
  const here = kept.find(({ id }) => id === wanted);
  if (here) {
    const post = await (await store.match(here.url)).json();
    main.dataset.reading = "";
    main.prepend(article(post, here, { texts, at }));
    document.title = `${post.title} · ${texts.brand}`;
    document.getElementById("title").remove();
    document.getElementById("logo").remove();
  }
  waitingTexts(main, viewer, texts);
  const others = kept.filter((one) => one !== here);
  if (others.length > 0) main.append(section(texts.saved, list(others, { texts, at })));
}

/** Returns what is kept, the latest first. */
async function copiesIn(store) {
  const requests = (await store.keys()).filter(({ url }) => new URL(url).pathname.startsWith(PLACE));
  const kept = await Promise.all(
    requests.map(async ({ url }) => {
      const { headers } = await store.match(url);
      return {
        url,
        id: new URL(url).pathname.slice(PLACE.length),
        at: Number(headers.get("x-at")),
        title: decodeURIComponent(headers.get("x-title") ?? ""),
        viewer: headers.get("x-viewer"),
      };
    }),
  );
  return kept.sort((one, other) => other.at - one.at);
}

const section = (title, ...children) => element("section", {}, element("h2", {}, title), ...children);

function list(kept, { texts, at }) {
  const rows = kept.map(({ id, title, at: time }) =>
    element(
      "li",
      {},
      element("a", { href: `/posts/${id}`, dir: "auto" }, title),
      element("time", { datetime: new Date(time).toISOString() }, at(time)),
    ),
  );
  return element("ul", { class: "saved", "aria-label": texts.saved }, ...rows);
}

function article(post, { at: time }, { texts, at }) {
  const made = element(
    "article",
    {},
    element("p", { class: "notice", role: "status" }, `${texts.copy} ${at(time)}`),
    element("h1", { dir: "auto" }, post.title),
    byline(post, at),
    text(post),
    comments(post, { texts, at }),
  );
  if (post.answers.length > 0) {
    const answers = post.answers.map((answer) =>
      element(
        "li",
        { "data-accepted": answer.isAccepted },
        ...(answer.isAccepted ? [element("p", { class: "mark" }, texts.accepted)] : []),
        byline(answer, at),
        text(answer),
        comments(answer, { texts, at }),
      ),
    );
    made.append(section(texts.answers, element("ol", { class: "thread" }, ...answers)));
  }
  return made;
}

const byline = ({ author, createdAt }, at) =>
  element("p", { class: "by", dir: "auto" }, `${author.username} · ${at(createdAt)}`);

function text({ content, contentHtml, codeBlocks = [] }) {
  const body = element("div", { class: contentHtml === null ? "plain" : "text", dir: "auto" });
  body.append(contentHtml === null ? content : drawn(contentHtml));
  for (const { code } of codeBlocks) body.append(element("pre", {}, element("code", {}, code)));
  return body;
}

function comments(about, { texts, at }) {
  if (about.comments.length === 0) return "";
  const all = about.comments.map((comment) => element("li", {}, byline(comment, at), text(comment)));
  return element("ul", { class: "comments", "aria-label": texts.comments }, ...all);
}

/** Returns the id of whoever was signed in last and didn't sign out. An older release noted only that someone was. */
function reader(kept) {
  const hint = localStorage.getItem("bbux.member");
  return hint === "1" ? kept[0]?.viewer : hint;
}

/** Shows what this reader wrote and what isn't posted yet, and nothing of whoever signed out. */
function waitingTexts(main, viewer, texts) {
  if (!viewer) return;
  const key = `bbux.outbox.${viewer}`;
  const waiting = () => JSON.parse(localStorage.getItem(key) ?? "[]");
  if (waiting().length === 0) return;
  const rows = waiting().map((one) => {
    const button = element("button", { type: "button", class: "quiet" }, texts.takeBack);
    const said = element("p", { role: "status" });
    const row = element(
      "li",
      {},
      element("b", { dir: "auto" }, one.title),
      element("p", { dir: "auto" }, one.input.content),
      button,
      said,
    );
    button.addEventListener("click", () => {
      // A draft that was begun since stays.
      if (localStorage.getItem(one.draftKey) !== null) {
        said.textContent = texts.begun;
        return;
      }
      // Another tab may have posted it, or noted that it tried to.
      const text = waiting().find(({ id }) => id === one.id);
      if (!text) return row.remove();
      const rest = waiting().filter(({ id }) => id !== one.id);
      localStorage.setItem(text.draftKey, JSON.stringify(text.draft));
      // It may have been posted, so its key is kept (apps/web/src/content/outbox/outbox.ts).
      if (text.triedAt !== null) localStorage.setItem(`bbux.taken.${text.draftKey}`, JSON.stringify(text));
      if (rest.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(rest));
      row.replaceChildren(element("p", { role: "status" }, texts.taken));
    });
    return row;
  });
  main.append(section(texts.waiting, element("ul", { class: "comments" }, ...rows)));
}
