import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MailFact, translate } from "@bbux/api";
import { type Brand, brandColors, type InterfaceLanguage } from "@bbux/contract";
import { escaped } from "./http/html/escape.ts";

/** Opens a page of the platform. As text, it is the address alone. */
export interface Link {
  readonly label: string;
  readonly url: string;
  /** Whether it's only on offer, and never the button. */
  readonly isQuiet?: boolean;
}

/** A paragraph that stands out. */
export interface Strong {
  readonly strong: string;
}

/** One of several things that a mail lists. */
export interface Item {
  readonly title: string;
  readonly message: string;
  readonly url?: string;
}

/** A list of labels and values, drawn as a table. */
export interface Facts {
  readonly facts: readonly MailFact[];
}

export interface Step {
  readonly text: string;
  readonly link?: Link;
  /** The way out if the link doesn't work, in small print. */
  readonly otherwise?: { readonly text: string; readonly link: Link };
}

/** A numbered list of things to do. */
export interface Steps {
  readonly steps: readonly Step[];
}

export type Part = string | Strong | Link | Item | Facts | Steps;

/** The logo's name within the mail. It comes with the mail, so that no mail program blocks it and opening a mail tells nobody. */
export const LOGO = "logo";

/** The logo as the app draws it (apps/web/src/components/Brand.tsx), in three times its size. */
const OWN_LOGO = readFileSync(join(import.meta.dirname, "letter-logo.png"));

/** Returns the brand's logo, or the one that the platform comes with. */
export const logoOf = (logo: Buffer | null): Buffer => logo ?? OWN_LOGO;

/* The colors of the app. Mail programs know no custom properties, and some remove the head. */
const MUTED = { light: "#6a655b", dark: "#9c958a" } as const;
const LINE = { light: "#e5e1d9", dark: "#312e2a" } as const;
const STYLE = {
  body: "margin:0;padding:24px 12px;background:#faf9f6;color:#1f1c18",
  box: "max-width:560px;margin:0 auto;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;word-wrap:break-word;overflow-wrap:anywhere",
  name: "margin:0 0 16px;padding:0 21px;font-size:18px;line-height:32px;font-weight:600",
  logo: "vertical-align:top;margin-right:10px;border-radius:7px;text-align:center",
  card: `padding:24px 20px 8px;border:1px solid ${LINE.light};border-radius:8px;background:#ffffff;color:#1f1c18`,
  heading: "margin:0 0 16px;font-size:20px;line-height:1.35;font-weight:600",
  strong: "font-weight:600",
  button:
    "display:inline-block;padding:11px 20px;border-radius:6px;font-weight:600;text-align:center;text-decoration:none;color:#ffffff",
  plain: "display:inline-block;padding:6px 0;font-weight:600",
  small: `font-size:13px;line-height:1.5;color:${MUTED.light};word-break:break-all`,
  title: "margin:0;font-weight:600",
  facts: `width:100%;margin:0 0 16px;border-collapse:collapse;border-top:1px solid ${LINE.light};font-size:15px;font-variant-numeric:tabular-nums`,
  label: `width:40%;padding:8px 10px 8px 0;border-bottom:1px solid ${LINE.light};color:${MUTED.light};font-size:14px;line-height:23px;font-weight:400;text-align:left;vertical-align:baseline`,
  value: `padding:8px 0;border-bottom:1px solid ${LINE.light};line-height:23px;vertical-align:baseline`,
  exact: "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px;word-break:break-all",
  steps: "margin:0 0 16px;padding:0 0 0 24px",
  step: "padding:0 0 0 4px",
  footer: `margin:16px 0 0;padding:0 21px;font-size:13px;line-height:1.6;color:${MUTED.light}`,
} as const;

/** Between what belongs together, and between everything else (px). */
const NEAR = 12;
const APART = 16;
/** A plain link's padding above and below, which makes it easier to tap and counts as distance. */
const REACH = 6;
/** Characters at each end of an address that people compare. */
const END = 4;
const below = (px: number) => `margin:0 0 ${px}px`;

/** Where there is room, an address of a wallet has one line. */
const WIDE = "@media (min-width:480px){.facts th{width:24%!important}}";

const dark = (fill: string, link: string) =>
  [
    "body{background:#161513!important;color:#ece8e1!important}",
    `.card{background:#1d1b19!important;color:#ece8e1!important;border-color:${LINE.dark}!important}`,
    `.facts,.facts th,.facts td{border-color:${LINE.dark}!important}`,
    `.quiet{color:${MUTED.dark}!important}`,
    `.button{background:${fill}!important}`,
    `a.plain{color:${link}!important}`,
  ].join("");

interface Page {
  readonly language: InterfaceLanguage;
  readonly subject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly parts: readonly Part[];
  readonly footer: readonly (string | Link)[];
  /** Where the platform is; null if that isn't known. */
  readonly home: Link | null;
  readonly brand: Brand;
}

/** Draws a mail as HTML. Its texts are in the reader's language. */
export function drawLetter({ language, subject, heading, greeting, parts, footer, home, brand }: Page): string {
  const { fill, link } = brandColors(brand);
  const drawn = {
    ...{ fill: fill.light, link: link.light },
    copy: translate(language, "Or paste this link into your browser:"),
    main: parts.map(mainOf).find((one) => one !== null) ?? null,
  };
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}${WIDE}@media (prefers-color-scheme:dark){${dark(fill.dark, link.dark)}}</style>
</head>
<body style="${STYLE.body}">
<div style="${STYLE.box}">
<p style="${STYLE.name}">${markOf(brand)}${escaped(brand.name)}</p>
<div class="card" style="${STYLE.card}">
<h1 style="${STYLE.heading}">${escaped(heading)}</h1>
<p style="${below(APART)}">${escaped(greeting)}</p>
${parts.map((part, at) => htmlOf(part, parts[at + 1], drawn)).join("\n")}
</div>
<p class="quiet" style="${STYLE.footer}">${footOf(footer, home, link.light)}</p>
</div>
</body>
</html>
`;
}

/** Where the image isn't shown, its text is the first letter of the name, which is read with the name anyway. */
function markOf({ name, logo }: Brand): string {
  const colors = logo === null ? ";background:#0f544c;color:#ffffff" : "";
  const letter = escaped(firstOf(name));
  return `<img src="cid:${LOGO}" width="32" height="32" alt="${letter}" aria-hidden="true" style="${STYLE.logo}${colors}">`;
}

/** The first character, as people count them. */
function firstOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment ?? "";
}

/** Each mail asks for one thing; what else it offers is drawn quieter. */
function mainOf(part: Part): Link | null {
  if (typeof part === "string") return null;
  if ("steps" in part) return part.steps.find(({ link }) => link)?.link ?? null;
  return "label" in part && !part.isQuiet ? part : null;
}

interface Drawn {
  readonly fill: string;
  readonly link: string;
  /** Before an address that is written out. */
  readonly copy: string;
  readonly main: Link | null;
}

function htmlOf(part: Part, next: Part | undefined, drawn: Drawn): string {
  const margin = below(distanceTo(next, drawn));
  if (typeof part === "string") return `<p style="${margin}">${escaped(part).replaceAll("\n", "<br>")}</p>`;
  if ("strong" in part) return `<p style="${margin};${STYLE.strong}">${escaped(part.strong)}</p>`;
  if ("label" in part) return linkOf(part, drawn, APART);
  if ("facts" in part) return factsOf(part, next === undefined);
  return "steps" in part ? stepsOf(part, drawn) : itemOf(part, drawn);
}

/** A text is nearer to the link or the list that it announces. */
function distanceTo(next: Part | undefined, { main }: Drawn): number {
  if (next === undefined || typeof next === "string") return APART;
  if ("steps" in next) return NEAR;
  return "label" in next ? (next === main ? NEAR : NEAR - REACH) : APART;
}

function linkOf(link: Link, { fill, link: color, copy, main }: Drawn, distance: number): string {
  const [url, label] = [escaped(link.url), escaped(link.label)];
  if (link !== main)
    return `<p style="${below(Math.max(0, distance - REACH))}"><a class="plain" href="${url}" style="${STYLE.plain};color:${color}">${label}</a></p>`;
  // The text part has every address.
  return `<p style="${below(NEAR)}"><a class="button" href="${url}" style="${STYLE.button};background:${fill}">${label}</a></p>
<p class="quiet" style="${below(distance)};${STYLE.small}">${escaped(copy)}<br>${url}</p>`;
}

/** Without a line below where the card ends. */
function factsOf({ facts }: Facts, isLast: boolean): string {
  // Neither before a time's “PM UTC” nor in parentheses is there a line break.
  const kept = (value: string) => escaped(value).replaceAll(/ (?=(?:[AP]M )?UTC$|[^(]*\)$)/g, "&nbsp;");
  const row = ({ label, value, isExact = false, isTotal = false }: MailFact, at: number) => {
    const end = isLast && at === facts.length - 1 ? ";border-bottom:0" : "";
    const style = [STYLE.value, isExact && STYLE.exact, isTotal && STYLE.strong].filter(Boolean).join(";") + end;
    const shown = isExact ? comparable(value) : kept(value);
    return `<tr><th class="quiet" scope="row" style="${STYLE.label}${end}">${escaped(label)}</th><td style="${style}">${shown}</td></tr>`;
  };
  return `<table class="facts" style="${STYLE.facts};${below(APART)}">\n${facts.map(row).join("\n")}\n</table>`;
}

/** An address whose ends, which people compare, stand out. */
function comparable(address: string): string {
  if (address.length < 3 * END) return escaped(address);
  const end = (text: string) => `<span style="${STYLE.strong}">${escaped(text)}</span>`;
  return `${end(address.slice(0, END))}${escaped(address.slice(END, -END))}${end(address.slice(-END))}`;
}

function stepsOf({ steps }: Steps, drawn: Drawn): string {
  const items = steps.map((step, at) => stepOf(step, drawn, at === steps.length - 1 ? 0 : APART));
  return `<ol style="${STYLE.steps}">\n${items.join("\n")}\n</ol>`;
}

function stepOf({ text, link, otherwise }: Step, drawn: Drawn, distance: number): string {
  const lines = [`<p style="${below(link ? distanceTo(link, drawn) : distance)}">${escaped(text)}</p>`];
  if (link) lines.push(linkOf(link, drawn, otherwise ? NEAR : distance));
  if (otherwise) {
    const instead = inText(otherwise.link, drawn.link);
    lines.push(
      `<p class="quiet" style="${below(distance)};color:${MUTED.light}">${escaped(otherwise.text)} ${instead}</p>`,
    );
  }
  return `<li style="${STYLE.step}">${lines.join("\n")}</li>`;
}

/** A link among words. */
function inText({ label, url }: Link, color: string): string {
  return `<a class="plain" href="${escaped(url)}" style="color:${color}">${escaped(label)}</a>`;
}

function itemOf({ title, message, url }: Item, { link }: Drawn): string {
  const name = url === undefined ? escaped(title) : inText({ label: title, url }, link);
  return `<p style="${STYLE.title}">${name}</p>\n<p style="${below(APART)}">${escaped(message)}</p>`;
}

/** The way to the platform ends the sentence that says why, or has a line of its own after links. */
function footOf(footer: readonly (string | Link)[], home: Link | null, color: string): string {
  const drawn = (part: string | Link) => (typeof part === "string" ? escaped(part) : inText(part, color));
  const why = footer.map(drawn).join("<br>");
  if (home === null) return why;
  return `${why}${typeof footer.at(-1) === "string" ? " " : "<br>"}${inText(home, `${color};white-space:nowrap`)}`;
}
