import { translate } from "@bbux/api";
import { type Brand, brandColors, type InterfaceLanguage } from "@bbux/contract";
import { escaped } from "./http/html/escape.ts";
import type { Mail } from "./mail.ts";

/** Opens a page of the platform. As text, it is the address alone. */
export interface Link {
  readonly label: string;
  readonly url: string;
}

/** One of several things that a mail lists. */
export interface Item {
  readonly title: string;
  readonly message: string;
  readonly url?: string;
}

export interface Letter extends Pick<Mail, "to" | "unsubscribe"> {
  readonly subject: string | Said;
  /** The reader's. The sentences are given in English. */
  readonly language: InterfaceLanguage;
  /** Who sends and signs it. */
  readonly brand: Brand;
  /** The brand's logo as PNG. */
  readonly logo: Buffer | null;
  readonly greeting: string;
  /** In the order of reading; a text is a paragraph. */
  readonly parts: readonly (string | Link | Item)[];
  /** Why the reader gets the mail, below the rest. */
  readonly footer?: readonly (string | Link)[];
}

/** A text that is in the reader's language already. */
export interface Said {
  readonly said: string;
}

/** Writes a mail twice, in the reader's language: as text, and as HTML that loads nothing and works in light and dark. */
export function letter({ to, unsubscribe, brand, logo, ...given }: Letter): Mail {
  const { language, subject, greeting, parts, footer } = translated(given, brand.name);
  const reason = footer.length === 0 ? [] : [["-- ", ...footer.map(textOf)].join("\n")];
  return {
    to,
    fromName: brand.name,
    subject,
    text: `${[greeting, ...parts.map(textOf), closingOf(brand), ...reason].join("\n\n")}\n`,
    html: pageOf({ language, subject, greeting, parts, footer, brand, logo }),
    ...(logo && { images: [{ cid: LOGO, content: logo }] }),
    ...(unsubscribe !== undefined && { unsubscribe }),
  };
}

type Given = Pick<Letter, "language" | "subject" | "greeting" | "parts" | "footer">;
type Content = Required<Given> & { readonly subject: string };

/** Stands for the platform's name while its sentence is looked up, because a name may look like several sentences. */
const NAME = "\uE000";

/** Items are already in the reader's language, because they may quote what members wrote. */
function translated({ language, subject, greeting, parts, footer = [] }: Given, name: string): Content {
  const sentence = (text: string) => {
    const direct = translate(language, text);
    if (direct !== text) return direct;
    const named = text.replaceAll(name, () => NAME);
    const known = translate(language, named);
    return known === named ? text : known.replaceAll(NAME, () => name);
  };
  const say = (text: string) => text.split("\n").map(sentence).join("\n");
  const text = (part: string | Link) => (typeof part === "string" ? say(part) : { ...part, label: say(part.label) });
  return {
    language,
    subject: typeof subject === "string" ? say(subject) : subject.said,
    greeting: say(greeting),
    parts: parts.map((part) => (typeof part === "string" || "label" in part ? text(part) : part)),
    footer: footer.map(text),
  };
}

function textOf(part: string | Link | Item): string {
  if (typeof part === "string") return part;
  if ("label" in part) return part.url;
  return [part.title, part.message, ...(part.url === undefined ? [] : [part.url])].join("\n");
}

/** The last line of every mail. */
const closingOf = ({ name }: Brand) => `— ${name}`;

/** The logo's name within the mail. */
const LOGO = "logo";

/* The colors of the app. Mail programs know no custom properties, and some remove the head. */
const STYLE = {
  body: "margin:0;padding:24px 12px;background:#faf9f6;color:#1f1c18",
  box: "max-width:560px;margin:0 auto;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;word-wrap:break-word;overflow-wrap:anywhere",
  name: "margin:0 0 16px;padding:0 21px;font-size:18px;line-height:32px;font-weight:600",
  logo: "vertical-align:top;margin-right:10px;border-radius:6px",
  letter:
    "display:inline-block;width:32px;margin-right:10px;border-radius:6px;color:#ffffff;text-align:center;vertical-align:top;background:",
  card: "padding:24px 20px 8px;border:1px solid #e5e1d9;border-radius:8px;background:#ffffff;color:#1f1c18",
  heading: "margin:0 0 16px;font-size:20px;line-height:1.35;font-weight:600",
  p: "margin:0 0 16px",
  button:
    "display:inline-block;padding:10px 18px;border:1px solid;border-radius:6px;font-weight:600;text-decoration:none;",
  small: "font-size:13px;line-height:1.5;color:#6a655b;word-break:break-all",
  title: "margin:0;font-weight:600",
  footer: "margin:16px 0 0;padding:0 21px;font-size:13px;line-height:1.5;color:#6a655b",
} as const;

const dark = (accent: string) =>
  [
    "body{background:#161513!important;color:#ece8e1!important}",
    ".card{background:#1d1b19!important;color:#ece8e1!important;border-color:#312e2a!important}",
    ".quiet{color:#9c958a!important}",
    `.button,.mark{background:${accent}!important;color:#161513!important}.button{border-color:${accent}!important}`,
    `a.plain{color:${accent}!important}`,
  ].join("");

function pageOf({ language, subject, greeting, parts, footer, brand, logo }: Content & Pick<Letter, "brand" | "logo">) {
  const accent = brandColors(brand).link;
  const copy = translate(language, "Or copy this address:");
  // Each mail asks for one thing; what else it offers is drawn quieter.
  const first = parts.find((part) => typeof part !== "string" && "label" in part);
  const foot =
    footer.length === 0
      ? ""
      : `<p class="quiet" style="${STYLE.footer}">${footer.map((part) => footOf(part, accent.light)).join("<br>")}</p>`;
  const mark = logo
    ? `<img src="cid:${LOGO}" width="32" height="32" alt="" style="${STYLE.logo}">`
    : `<span class="mark" aria-hidden="true" style="${STYLE.letter}${accent.light}">${escaped(firstOf(brand.name))}</span> `;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>@media (prefers-color-scheme:dark){${dark(accent.dark)}}</style>
</head>
<body style="${STYLE.body}">
<div style="${STYLE.box}">
<p style="${STYLE.name}">${mark}${escaped(brand.name)}</p>
<div class="card" style="${STYLE.card}">
<h1 style="${STYLE.heading}">${escaped(subject)}</h1>
<p style="${STYLE.p}">${escaped(greeting)}</p>
${parts.map((part) => htmlOf(part, { accent: accent.light, copy, isFirst: part === first })).join("\n")}
<p style="${STYLE.p}">${escaped(closingOf(brand))}</p>
</div>
${foot}
</div>
</body>
</html>
`;
}

/** The first character, as people count them. */
function firstOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment ?? "";
}

interface Drawn {
  readonly accent: string;
  /** Before an address that is written out. */
  readonly copy: string;
  readonly isFirst: boolean;
}

function htmlOf(part: string | Link | Item, { accent, copy, isFirst }: Drawn): string {
  if (typeof part === "string") return `<p style="${STYLE.p}">${escaped(part).replaceAll("\n", "<br>")}</p>`;
  if ("label" in part) {
    const url = escaped(part.url);
    const [kind, colors] = isFirst
      ? ["button", `border-color:${accent};background:${accent};color:#ffffff`]
      : ["plain", `color:${accent}`];
    const button = `<p style="${STYLE.p}"><a class="${kind}" href="${url}" style="${STYLE.button}${colors}">${escaped(part.label)}</a></p>`;
    // The text part has every address.
    return isFirst
      ? `${button}\n<p class="quiet" style="${STYLE.p};${STYLE.small}">${escaped(copy)}<br>${url}</p>`
      : button;
  }
  const title = escaped(part.title);
  const name =
    part.url === undefined
      ? title
      : `<a class="plain" href="${escaped(part.url)}" style="color:${accent}">${title}</a>`;
  return `<p style="${STYLE.title}">${name}</p>\n<p style="${STYLE.p}">${escaped(part.message)}</p>`;
}

function footOf(part: string | Link, accent: string): string {
  if (typeof part === "string") return escaped(part);
  return `<a class="plain" href="${escaped(part.url)}" style="color:${accent}">${escaped(part.label)}</a>`;
}
