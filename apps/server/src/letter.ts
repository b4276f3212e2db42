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
  /** Why the reader gets the mail, below a line. */
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
  body: "margin:0;padding:24px 16px;background:#faf9f6;color:#1c1b18",
  box: "max-width:560px;margin:0 auto;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  name: "margin:0 0 24px;font-weight:700;letter-spacing:.02em",
  p: "margin:0 0 16px",
  logo: "vertical-align:middle;margin-right:10px;border-radius:6px",
  button:
    "display:inline-block;padding:10px 18px;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none;background:",
  small: "font-size:13px;line-height:1.5;color:#6b6860;word-break:break-all",
  title: "margin:0;font-weight:600",
  footer: "margin:24px 0 0;padding-top:16px;border-top:1px solid #dedbd2;font-size:13px;line-height:1.5;color:#6b6860",
} as const;

const dark = (accent: string) =>
  `@media (prefers-color-scheme:dark){body{background:#161512!important;color:#ecebe6!important}.quiet{color:#a09d94!important;border-color:#3a3831!important}.button{background:${accent}!important;color:#10201d!important}a.plain{color:${accent}!important}}`;

function pageOf({ language, subject, greeting, parts, footer, brand, logo }: Content & Pick<Letter, "brand" | "logo">) {
  const accent = brandColors(brand).link;
  const copy = translate(language, "Or copy this address:");
  const foot =
    footer.length === 0
      ? ""
      : `<div class="quiet" style="${STYLE.footer}">${footer.map((part) => footOf(part, accent.light)).join("<br>")}</div>`;
  const mark = logo ? `<img src="cid:${LOGO}" width="32" height="32" alt="" style="${STYLE.logo}">` : "";
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${dark(accent.dark)}</style>
</head>
<body style="${STYLE.body}">
<div style="${STYLE.box}">
<p style="${STYLE.name}">${mark}${escaped(brand.name)}</p>
<p style="${STYLE.p}">${escaped(greeting)}</p>
${parts.map((part) => htmlOf(part, accent.light, copy)).join("\n")}
<p style="${STYLE.p}">${escaped(closingOf(brand))}</p>
${foot}
</div>
</body>
</html>
`;
}

function htmlOf(part: string | Link | Item, accent: string, copy: string): string {
  if (typeof part === "string") return `<p style="${STYLE.p}">${escaped(part).replaceAll("\n", "<br>")}</p>`;
  if ("label" in part) {
    const url = escaped(part.url);
    return `<p style="${STYLE.p}"><a class="button" href="${url}" style="${STYLE.button}${accent}">${escaped(part.label)}</a></p>
<p class="quiet" style="${STYLE.p};${STYLE.small}">${escaped(copy)} ${url}</p>`;
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
