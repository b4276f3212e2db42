import { translate } from "@bbux/api";
import type { Brand, InterfaceLanguage } from "@bbux/contract";
import { drawLetter, type Link, LOGO, logoOf, type Part, type Step } from "./letter-page.ts";
import type { Mail } from "./mail.ts";

export interface Letter extends Pick<Mail, "to" | "unsubscribe"> {
  readonly subject: string | Said;
  /** The heading, where it is shorter than the subject. */
  readonly heading?: string;
  /** The reader's. The sentences are given in English. */
  readonly language: InterfaceLanguage;
  /** Who sends and signs it. */
  readonly brand: Brand;
  /** The brand's logo as PNG; null for the one that the platform comes with. */
  readonly logo: Buffer | null;
  readonly greeting: string;
  /** In the order of reading; a text is a paragraph. */
  readonly parts: readonly Part[];
  /** Why the reader gets the mail, below the rest. */
  readonly footer: readonly (string | Link)[];
  /** The origin of the platform, which the footer links to; null if it isn't known. */
  readonly site: string | null;
}

/** A text that is in the reader's language already. */
export interface Said {
  readonly said: string;
}

/** Why a member gets a mail that no setting turns off. */
export const ABOUT_SECURITY = "You're getting this email because it's about the security of your account.";

/** Writes a mail twice, in the reader's language: as text, and as HTML that loads nothing and works in light and dark. */
export function letter({ to, unsubscribe, brand, logo, site, ...given }: Letter): Mail {
  const content = translated(given, brand.name);
  const { subject, greeting, parts } = content;
  const open = translate(given.language, `Open ${NAME}`).replaceAll(NAME, () => brand.name);
  const home = site === null ? null : { label: open, url: site };
  const reason = ["-- ", ...content.footer.map(textOf), ...(home ? [labeled(home)] : [])].join("\n");
  return {
    to,
    fromName: brand.name,
    subject,
    text: `${[greeting, ...parts.map(textOf), `— ${brand.name}`, reason].join("\n\n")}\n`,
    html: drawLetter({ ...content, home, brand }),
    images: [{ cid: LOGO, content: logoOf(logo) }],
    ...(unsubscribe !== undefined && { unsubscribe }),
  };
}

type Given = Pick<Letter, "language" | "subject" | "heading" | "greeting" | "parts" | "footer">;
type Content = Required<Given> & { readonly subject: string };

/** Stands for the platform's name while its sentence is looked up, because a name may look like several sentences (PARTS knows it). */
const NAME = "\uE000";

/** Items and the values of facts are already in the reader's language, because they may quote what members wrote. */
function translated({ language, heading, greeting, parts, footer, ...given }: Given, name: string): Content {
  const sentence = (text: string) => {
    const direct = translate(language, text);
    if (direct !== text) return direct;
    const named = text.replaceAll(name, () => NAME);
    const known = translate(language, named);
    return known === named ? text : known.replaceAll(NAME, () => name);
  };
  const say = (text: string) => text.split("\n").map(sentence).join("\n");
  const link = (one: Link) => ({ ...one, label: say(one.label) });
  const text = (part: string | Link) => (typeof part === "string" ? say(part) : link(part));
  const sayStep = (step: Step): Step => ({
    text: say(step.text),
    ...(step.link && { link: link(step.link) }),
    ...(step.otherwise && { otherwise: { text: say(step.otherwise.text), link: link(step.otherwise.link) } }),
  });
  const sayPart = (part: Part): Part => {
    if (typeof part === "string" || "label" in part) return text(part);
    if ("facts" in part) return { facts: part.facts.map((fact) => ({ ...fact, label: say(fact.label) })) };
    if ("strong" in part) return { strong: say(part.strong) };
    if (!("steps" in part)) return part;
    return { steps: part.steps.map(sayStep) };
  };
  const subject = typeof given.subject === "string" ? say(given.subject) : given.subject.said;
  return {
    language,
    subject,
    heading: heading === undefined ? subject : say(heading),
    greeting: say(greeting),
    parts: parts.map(sayPart),
    footer: footer.map(text),
  };
}

function textOf(part: Part): string {
  if (typeof part === "string") return part;
  if ("strong" in part) return part.strong;
  if ("label" in part) return part.isQuiet ? labeled(part) : part.url;
  if ("facts" in part) return part.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  if ("steps" in part) return part.steps.map((step, at) => `${at + 1}. ${stepText(step)}`).join("\n\n");
  return [part.title, part.message, ...(part.url === undefined ? [] : [part.url])].join("\n");
}

const labeled = ({ label, url }: Link) => `${label}: ${url}`;

function stepText({ text, link, otherwise }: Step): string {
  const instead = otherwise ? [`${otherwise.text} ${otherwise.link.label}`, otherwise.link.url] : [];
  return [text, ...(link ? [link.url] : []), ...instead].join("\n");
}

/** For how long a link works: "1 hour", "90 minutes". */
export function lifetimeText(minutes: number): string {
  if (minutes % 60 !== 0) return minutes === 1 ? `${minutes} minute` : `${minutes} minutes`;
  const hours = minutes / 60;
  return hours === 1 ? `${hours} hour` : `${hours} hours`;
}
