/** Browser names in user agents; the first match counts, because most also claim to be other browsers. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
] as const;

/** What devices are called by: the names of browsers and systems. */
export const DEVICE_NAMES: readonly string[] = [...BROWSERS, ...SYSTEMS].map(([, name]) => name);

/** Programs other than browsers name themselves first ("curl/8.5.0") or send only a name ("node"). */
const PROGRAM = /^([A-Za-z][\w.+-]{0,39})(?:\/\d|$)/;

interface SignIn {
  readonly kind: "cookie" | "bearer";
  readonly userAgent: string | null;
}

/** Names a browser and its system in our own words, since whoever sends a user agent controls it; null for anything else. */
export function browserOf(userAgent: string | null): string | null {
  const agent = userAgent ?? "";
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  if (browser) return system ? /* @wc-context: device */ `${browser} on ${system}` : browser;
  return system ? `A browser on ${system}` : null;
}

/** Describes a session's device: "Firefox on Linux", "curl, through the API". */
export function deviceOf({ kind, userAgent }: SignIn): string {
  const browser = browserOf(userAgent);
  const program = PROGRAM.exec(userAgent ?? "")?.[1];
  if (browser && !browser.startsWith("A browser")) return browser;
  if (program && program !== "Mozilla") return kind === "bearer" ? `${program}, through the API` : program;
  if (kind === "bearer") return "An app, through the API";
  return browser ?? "An unknown device";
}
