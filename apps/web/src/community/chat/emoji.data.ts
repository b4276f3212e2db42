import type { EmojiData } from "frimousse";
import { fieldOf } from "../../lib/record.ts";

/** Newer emojis are blank boxes on many devices. */
const NEWEST = 15;
const COMPONENTS = "component";
const TONES = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;

let loaded: Promise<EmojiData> | null = null;

/** Loads all emojis with English names and keywords from our own file on first use. */
export function emojiData(): Promise<EmojiData> {
  loaded ??= read().catch((error) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function read(): Promise<EmojiData> {
  const [data, messages] = await Promise.all([
    import("emojibase-data/en/data.json"),
    import("emojibase-data/en/messages.json"),
  ]);
  const listed: unknown = data.default;
  const named: unknown = messages.default;
  return toEmojiData(listed, named);
}

/** Converts the package's data for the picker. */
export function toEmojiData(listed: unknown, named: unknown): EmojiData {
  const groups = listIn(named, "groups").filter((group) => textIn(group, "key") !== COMPONENTS);
  const shown = new Set(groups.map((group) => numberIn(group, "order")));
  const flags = mayShowFlags();
  const emojis = (Array.isArray(listed) ? listed : []).flatMap((one: unknown) => {
    const category = numberIn(one, "group");
    const version = numberIn(one, "version") ?? 0;
    const isFlag = /^\p{Regional_Indicator}{2}$/u.test(textIn(one, "emoji"));
    if (category === undefined || !shown.has(category) || version > NEWEST || (isFlag && !flags)) return [];
    const tags = listIn(one, "tags").filter((tag) => typeof tag === "string");
    const skins = skinsOf(listIn(one, "skins"));
    const emoji = { emoji: textIn(one, "emoji"), category, version, label: capital(textIn(one, "label")), tags };
    return [{ ...emoji, ...(skins && { skins }) }];
  });
  const categories = groups.map((group) => ({
    index: numberIn(group, "order") ?? 0,
    label: capital(textIn(group, "message")),
  }));
  const [light, mediumLight, medium, mediumDark, dark] = listIn(named, "skinTones").map((tone) =>
    textIn(tone, "message"),
  );
  const skinTones = {
    light: light ?? "Light",
    "medium-light": mediumLight ?? "Medium-light",
    medium: medium ?? "Medium",
    "medium-dark": mediumDark ?? "Medium-dark",
    dark: dark ?? "Dark",
  };
  return { locale: "en", emojis, categories, skinTones };
}

function skinsOf(skins: readonly unknown[]) {
  const [light, mediumLight, medium, mediumDark, dark] = TONES.map((_, index) =>
    textIn(
      skins.find((skin) => numberIn(skin, "tone") === index + 1),
      "emoji",
    ),
  );
  if (!light || !mediumLight || !medium || !mediumDark || !dark) return null;
  return { light, "medium-light": mediumLight, medium, "medium-dark": mediumDark, dark };
}

/** Windows shows letters in place of country flags. */
function mayShowFlags(): boolean {
  return typeof navigator === "undefined" || !/Windows/.test(navigator.userAgent);
}

function textIn(one: unknown, name: string): string {
  const value = fieldOf(one, name);
  return typeof value === "string" ? value : "";
}

function numberIn(one: unknown, name: string): number | undefined {
  const value = fieldOf(one, name);
  return typeof value === "number" ? value : undefined;
}

function listIn(one: unknown, name: string): unknown[] {
  const value = fieldOf(one, name);
  return Array.isArray(value) ? value : [];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
