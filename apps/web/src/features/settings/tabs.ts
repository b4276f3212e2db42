/** The tabs of the settings, in their order (spec core §2). */
export const TABS = [
  { value: "profile", label: "Profile" },
  { value: "social", label: "Social Links" },
  { value: "account", label: "Account" },
  { value: "security", label: "Security" },
] as const;
export type Tab = (typeof TABS)[number]["value"];

/** The tab that a URL names; the first for what is none. */
export function tabOf(value: unknown): Tab {
  return TABS.find((tab) => tab.value === value)?.value ?? "profile";
}
