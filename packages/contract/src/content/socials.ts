/** The twelve kinds of links in a profile, in display order. */
export const SOCIALS = {
  github: { label: "GitHub", hosts: ["github.com"], base: "https://github.com/" },
  twitter: { label: "Twitter", hosts: ["twitter.com", "x.com"], base: "https://twitter.com/" },
  linkedin: { label: "LinkedIn", hosts: ["linkedin.com"], base: "https://www.linkedin.com/in/" },
  instagram: { label: "Instagram", hosts: ["instagram.com"], base: "https://www.instagram.com/" },
  facebook: { label: "Facebook", hosts: ["facebook.com", "fb.com"], base: "https://www.facebook.com/" },
  youtube: { label: "YouTube", hosts: ["youtube.com", "youtu.be"], base: "https://www.youtube.com/@" },
  tiktok: { label: "TikTok", hosts: ["tiktok.com"], base: "https://www.tiktok.com/@" },
  discord: { label: "Discord", hosts: ["discord.com", "discord.gg", "discordapp.com"], base: "https://discord.gg/" },
  reddit: { label: "Reddit", hosts: ["reddit.com"], base: "https://www.reddit.com/user/" },
  medium: { label: "Medium", hosts: ["medium.com"], base: "https://medium.com/@" },
  stackoverflow: { label: "Stack Overflow", hosts: ["stackoverflow.com"], base: "https://stackoverflow.com/users/" },
  devto: { label: "Dev.to", hosts: ["dev.to"], base: "https://dev.to/" },
} as const satisfies Record<string, { label: string; hosts: readonly string[]; base: string }>;
export type Social = keyof typeof SOCIALS;
export const SOCIAL_KINDS = Object.keys(SOCIALS) as [Social, ...Social[]];

const HANDLE = /^@?[\p{L}\p{N}][\p{L}\p{N}_.#/-]{0,99}$/u;

/**
 * Returns where a social link leads. The input is a profile's address on one of the service's hosts, or a name there;
 * anything else gives `null`.
 */
export function socialUrl(kind: Social, value: string): string | null {
  const { hosts, base } = SOCIALS[kind];
  const looksLikeHost = hosts.some((host) =>
    value
      .toLowerCase()
      .replace(/^www\./, "")
      .startsWith(`${host}/`),
  );
  const address = looksLikeHost ? `https://${value}` : value;
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) return null;
    const url = new URL(address);
    // Medium gives its writers subdomains, LinkedIn its countries.
    const ours = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
    if (!ours || url.username !== "" || url.password !== "" || url.port !== "") return null;
    url.protocol = "https:";
    return url.href;
  }
  if (!HANDLE.test(value) || value.includes("..") || value.includes("//")) return null;
  return base + value.replace(/^@/, "").split("/").map(encodeURIComponent).join("/");
}

/** Returns where a website link leads: http or https, adding https if there is no scheme. `null` for anything else. */
export function websiteUrl(value: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[^/]+\.[^/]+:\d/.test(value) ? value : `https://${value}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.hostname.includes(".") && url.username === "" && url.password === "" ? url.href : null;
}
