import { readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { INTERFACE_LANGUAGES, SOCIALS } from "@bbux/contract";
import type { Page, Response } from "@playwright/test";

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** Serves that build in place of the server's, in the language that the server would choose, with the server's API and headers. */
export async function withBuild(page: Page, dist: string, language: string): Promise<void> {
  await page.route("**/*", async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (path.startsWith("/api/")) return route.fallback();
    const file = request.resourceType() === "document" ? "/index.html" : path;
    if (!statSync(join(dist, file), { throwIfNoEntry: false })?.isFile()) return route.fallback();
    const contentType = TYPES[extname(file)];
    const body = readFileSync(join(dist, file));
    const isPage = file === "/index.html";
    return route.fulfill({
      body: isPage ? body.toString().replace('<html lang="en"', `<html lang="${language}"`) : body,
      ...(contentType && { contentType }),
    });
  });
}

/** Opens a page within the app, and each of its tabs. `look` gets where it is. */
export async function walkThrough(page: Page, path: string, look: (where: string) => Promise<void>): Promise<void> {
  const before = await page.evaluateHandle((to) => {
    const content = document.getElementById("main")?.firstElementChild;
    if (location.pathname === to) return null;
    history.pushState(null, "", to);
    return content;
  }, path);
  await page.waitForFunction(
    ([content, to]) => !content?.isConnected || !content.checkVisibility() || location.pathname !== to,
    [before, path] as const,
    { polling: 20 },
  );
  await settled(page);
  await look(path);
  const tabs = page.locator("main [role=tab]");
  for (const [at, name] of (await tabs.allTextContents()).entries()) {
    const tab = tabs.nth(at);
    if ((await tab.getAttribute("aria-selected")) === "true" || !(await tab.isVisible())) continue;
    await tab.evaluate((element: HTMLElement) => element.click());
    await settled(page);
    await look(`${path} › ${name}`);
  }
}

/** Waits until the page has its heading and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const heading = document.querySelector("main h1");
      const waiting = document.querySelectorAll("main [aria-busy=true], main .mantine-Skeleton-root");
      return heading !== null && isShown(heading) && ![...waiting].some(isShown);
    },
    undefined,
    { polling: 20 },
  );
}

/** What is right without brackets, because it isn't ours or is the same in every language. */
export class Known {
  /** Letters and digits of what members wrote and of names, from the API's answers. */
  #written = new Set<string>();
  #all = "";
  readonly #ours = sentencesOf("de");
  readonly #pending: Promise<unknown>[] = [];

  /** Learns from what the API answers to a page. */
  listen(page: Page): void {
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.startsWith("/api/")) this.#pending.push(this.#learn(response));
    });
  }

  async #learn(response: Response): Promise<void> {
    if (!/json/.test(response.headers()["content-type"] ?? "")) return;
    // A page that is left takes its answers along.
    const body: unknown = await response.json().catch(() => null);
    for (const [key, text] of textsIn(body)) if (WRITTEN.test(key)) this.#written.add(lettersOf(text));
  }

  async settle(): Promise<void> {
    await Promise.all(this.#pending.splice(0));
    this.#all = [...this.#written].join("\n");
  }

  has(text: string): boolean {
    const rest = text.replaceAll(DATE, "").replaceAll(UNITS, "").replace(/^\W+/, "").trim();
    if (!/\p{L}/u.test(rest) || NAMES.has(rest)) return true;
    const letters = lettersOf(rest);
    if (this.#written.has(letters) || (letters.length >= 10 && this.#all.includes(letters))) return true;
    // Tags of a set, or languages.
    const parts = rest.split(", ");
    if (parts.length > 1 && parts.every((part) => NAMES.has(part) || this.#written.has(lettersOf(part)))) return true;
    return this.#ours.test(text) || text.split(/(?<=[.?!]) /).every((sentence) => this.#ours.test(sentence));
  }
}

/** The keys of what members wrote, of names, codes and hashes, with the key of what they are in. */
const WRITTEN = new RegExp(
  [
    String.raw`\.(\w*[uU]sername|requester|actor|decidedBy|email|\w*[aA]ddress|bio|location|website|firstName|lastName|content|excerpt)$`,
    String.raw`\.(postTitle|question|proposal|reason|note|executionNote|tags?|code|body|hash|prevHash|root|signature|publicKey)$`,
    String.raw`\.(userAgent|network)$`,
    String.raw`^(posts?|openVotes|endingSoon|proposals?|request|revisions|target|related)\.title$`,
    String.raw`^(rooms?|brand|tags|popularTags|data|queues)\.name$|^(rooms?|tags)\.description$`,
    String.raw`^(transactions\.metadata|entries\.subject)$`,
    // A notification's text may be a post's title; the sentences are proved in packages/api/src/platform/language.
    String.raw`^data\.(message|title)$|^events\.device$`,
  ].join("|"),
);
/** Days, months and times as German writes them, and seconds. */
const DATE =
  /((Mon|Diens|Mittwoch|Donners|Frei|Sams|Sonn)(tag)?, )?(\d{1,2}\. )?\b(Jän|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\p{Ll}*\.?( \d{4})?(( um|,)? \d{2}:\d{2}(:\d{2})?)?( UTC)?|\b\d+ s\b/gu;
const UNITS = /\b(BBUX|SOL|MB|UTC)\b/g;
/** Names of services and languages, and the beginning of an address. */
const NAMES = new Set<string>([
  ...Object.values(SOCIALS).flatMap(({ label, base, hosts }) => [
    label,
    ...[base.replace(/^https:\/\/(www\.)?/, ""), `${hosts[0]}/`].map((start) => `${start}…`),
  ]),
  ...Object.values(INTERFACE_LANGUAGES),
  "TypeScript",
]);

/** Translations that are right inside of others, with why. */
const NESTED: readonly RegExp[] = [
  // A time says the same wherever it stands; translators word the rest around it.
  /^((\d+|#) (minute|hour|day|month|year)s?( ago)?|just now|less than a minute)$/,
  // A rate is a number with its unit, and a chart's point a number with its day.
  /^[^\p{L}]*% a day$|^[^\p{L}]*(BBUX)? on .*$/u,
  // Titles of members, and what devices are called by.
  /^(Newbie|Member|Contributor|Regular|Veteran|Expert|Legend|Chrome|Firefox|Linux)$/,
  // Whole sentences in a row.
  /[.?!]$/,
];

/** Whether all translations inside of others in a text may be there. */
export function mayNest({ text, where }: Seen): boolean {
  // The audit log names what was done to in one way: “a post by ada”.
  if (/_sentence_/.test(where)) return true;
  for (const { 1: before = "", 2: inner = "" } of text.matchAll(/⟦([^⟦⟧]*)⟦([^⟦⟧]*)⟧/g)) {
    const words = inner.replaceAll(/[⦃⦄]/g, "").replaceAll(/ ~[~ ]*/g, "");
    // After a colon stands a label.
    if (!/: ⦃?$/.test(before) && !NESTED.some((allowed) => allowed.test(words))) return false;
  }
  return true;
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Every string of a JSON value, with its key and the key of what it is in: "post.title". */
function* textsIn(value: unknown, key = "", within = ""): Generator<readonly [key: string, text: string]> {
  if (typeof value === "string") yield [`${within}.${key}`, value];
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one, key, within);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) yield* textsIn(one, name, key);
}

/** Matches a sentence of the server in a language. */
function sentencesOf(language: string): RegExp {
  const path = join(import.meta.dirname, `../../../packages/api/src/platform/language/catalogs/${language}.json`);
  const catalog: Record<string, string> = JSON.parse(readFileSync(path, "utf8"));
  // Templates with few words of their own fit too much.
  const own = Object.values(catalog).filter((text) => !/\{\d+\}/.test(text) || lettersOf(text).length > 10);
  const patterns = own.map((text) =>
    text
      .split(/\{\d+\}/)
      .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*"),
  );
  return new RegExp(`^(?:${patterns.join("|")})\\.?$`, "s");
}

/** A text on a screen, and the element that has it. */
export interface Seen {
  readonly text: string;
  readonly where: string;
}

/** What a page shows or has read aloud whose texts are in ⟦brackets⟧, and values inside them in ⦃others⦄. */
export interface Shown {
  /** Text outside of the brackets, or a value inside them. */
  readonly bare: readonly Seen[];
  /** Several translated texts, or one and something else, in one line of words. */
  readonly glued: readonly Seen[];
  /** A translated text as a value of another. */
  readonly nested: readonly Seen[];
}

/** Reads all text of a page. */
export function readPage(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    // Also what is in another language on purpose, and what has none.
    const UNREAD =
      "script, style, noscript, template, body > textarea, pre, code, kbd, [lang=en]:not(html), [dir=auto], [class*=_avatar_]";
    const ATTRIBUTES = "aria-label aria-description aria-roledescription aria-valuetext placeholder title alt".split(
      " ",
    );
    const found = { bare: [] as Seen[], glued: [] as Seen[], nested: [] as Seen[] };
    const nameOf = (element: Element | null | undefined): string => {
      if (!element) return "";
      const [name = ""] = [...element.classList].filter((one) => one.startsWith("_") || one.startsWith("mantine-"));
      return `${element.localName}${name && `.${name}`}`;
    };
    const pathOf = (element: Element) =>
      [element.parentElement?.parentElement, element.parentElement, element].map(nameOf).join(" > ");

    interface Token {
      readonly isOurs: boolean;
      text: string;
    }
    /** Words in one line. */
    class Line {
      tokens: Token[] = [];
      readonly element: Element;
      constructor(element: Element) {
        this.element = element;
      }
      end() {
        const tokens: Token[] = [];
        for (const token of this.tokens) {
          const before = tokens.at(-1);
          if (before && !before.isOurs && !token.isOurs) before.text += token.text;
          else if (token.text.trim() !== "") tokens.push(token);
        }
        this.tokens = [];
        // A figure and its name, each in its place.
        const isFigure =
          tokens.length === 2 && tokens.some(({ isOurs, text }) => !isOurs && /^[\s\d.,+−%]+$/.test(text));
        const isGlue =
          !isFigure &&
          tokens.some((token, at) => {
            const before = tokens[at - 1];
            if (!before || !(before.isOurs || token.isOurs)) return false;
            // A required field's star, and what separates the entries of a list.
            if (!token.isOurs && /^\s*([·|/→•:]|\*$)/.test(token.text)) return false;
            if (!before.isOurs && /[·|/→•:]\s*$/.test(before.text)) return false;
            // A whole sentence, or a label.
            return !/[.?!:…]$/.test(before.text.replaceAll(/[⟧⟦⦄⦃”\s]+$/g, ""));
          });
        if (isGlue)
          found.glued.push({ text: tokens.map(({ text }) => text.trim()).join(" + "), where: pathOf(this.element) });
      }
    }

    const reader = () => {
      const open: string[] = [];
      let ours: Token | null = null;
      let isNested = false;
      const read = (text: string, element: Element, line: Line) => {
        for (const piece of text.split(/([⟦⟧⦃⦄])/)) {
          const inner = open.at(-1);
          if (piece === "⟦") {
            isNested ||= open.length > 0;
            if (!ours) {
              ours = { isOurs: true, text: "" };
              line.tokens.push(ours);
            }
            open.push(piece);
          } else if (piece === "⦃") open.push(piece);
          else if (piece === "⟧" || piece === "⦄") open.pop();
          else if (inner !== "⟦" && piece.trim() !== "")
            found.bare.push({ text: piece.trim(), where: pathOf(element) });
          if (!ours && piece !== "") line.tokens.push({ isOurs: false, text: piece });
          if (ours) ours.text += piece;
          if (ours && open.length === 0) {
            if (isNested) found.nested.push({ text: ours.text, where: pathOf(element) });
            isNested = false;
            ours = null;
          }
        }
      };
      return { open, read };
    };
    const readAlone = (text: string, element: Element) => {
      const line = new Line(element);
      reader().read(text, element, line);
      line.end();
    };
    const body = reader();
    /** Whether something other than words stands between an element and what is next to it. */
    const isApart = (style: CSSStyleDeclaration, element: Element) =>
      [style.marginLeft, style.marginRight, style.paddingLeft, style.paddingRight].some(
        (size) => Number.parseFloat(size) > 0,
      ) ||
      ["::before", "::after"].some((side) => !/^(none|normal|""|" ")$/.test(getComputedStyle(element, side).content));
    const visit = (element: Element, line: Line) => {
      for (const node of element.childNodes) {
        if (node instanceof Text) body.read(node.data, element, line);
        if (!(node instanceof Element) || node.matches(UNREAD)) continue;
        if (!node.checkVisibility({ visibilityProperty: true })) continue;
        for (const name of ATTRIBUTES) {
          const value = node.getAttribute(name);
          if (value) readAlone(value, node);
        }
        if (node instanceof HTMLSelectElement) {
          for (const option of node.options) readAlone(option.label, node);
          continue;
        }
        const style = getComputedStyle(node);
        const isInline = style.display === "inline" || style.display === "contents";
        if (isInline && node.localName !== "br" && !isApart(style, node)) {
          visit(node, line);
          continue;
        }
        line.end();
        const inner = new Line(node);
        visit(node, inner);
        inner.end();
      }
    };
    readAlone(document.title, document.head);
    const line = new Line(document.body);
    visit(document.body, line);
    line.end();
    if (body.open.length > 0) found.glued.push({ text: `Unclosed: ${body.open.join("")}`, where: "body" });
    return found;
  });
}

/** Finds translated text that doesn't fit into the box that shows it, and what makes the page wider than the window. */
export function clippedOn(page: Page): Promise<readonly Seen[]> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const found: Seen[] = [];
    const CONTROLS = "button, [role=button], [role=tab], label, a[class*=Button], .mantine-Badge-root";
    interface Box {
      readonly element: Element;
      readonly rect: DOMRect;
    }
    const nameOf = (element: Element | null) => {
      const [name = ""] = [...(element?.classList ?? [])].filter(
        (one) => one.startsWith("_") || one.startsWith("mantine-"),
      );
      return `${element?.localName}${name && `.${name}`}`;
    };
    const range = document.createRange();
    const visit = (element: Element, boxes: readonly Box[]) => {
      for (const node of element.childNodes) {
        if (node instanceof Text && /[⟦⟧]/.test(node.data)) {
          range.selectNodeContents(node);
          const text = range.getBoundingClientRect();
          const cuts = boxes.find(({ rect }) => text.left < rect.left - 1 || text.right > rect.right + 1);
          if (cuts)
            found.push({
              text: `${node.data.trim()} ${Math.round(text.width)}×${Math.round(text.height)} in ${Math.round(cuts.rect.width)}×${Math.round(cuts.rect.height)}`,
              where: `${nameOf(cuts.element.parentElement)} > ${nameOf(cuts.element)} … ${nameOf(element)}`,
            });
        }
        if (!(node instanceof Element) || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          continue;
        // The rail shows its labels only while it is open, and the search box its word as far as there is room.
        if (node.matches("nav[class*=_rail_], [class*=_box_] > [class*=_words_], .visually-hidden, select, textarea"))
          continue;
        const style = getComputedStyle(node);
        const isHidden = style.clipPath !== "none" || style.clip !== "auto" || node.clientWidth === 1;
        if (isHidden) continue;
        const cuts = /hidden|clip/.test(style.overflowX) || node.matches(CONTROLS);
        const scrolls = /auto|scroll/.test(style.overflowX);
        visit(node, scrolls ? [] : cuts ? [...boxes, { element: node, rect: node.getBoundingClientRect() }] : boxes);
      }
    };
    visit(document.body, []);
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) {
      const wide = [...document.querySelectorAll("body *")].filter(
        (one) => one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility(),
      );
      found.push({
        text: `The page is ${scrollWidth} wide`,
        where: wide
          .slice(0, 3)
          .map((one) => `${nameOf(one.parentElement)} > ${nameOf(one)}`)
          .join(", "),
      });
    }
    return found;
  });
}
