/** The tabs of the settings, in order. */
export const TABS = [
  { value: "profile", label: "Profile" },
  { value: "social", label: "Social Links" },
  { value: "account", label: "Account" },
  { value: "security", label: "Security" },
] as const;
export type Tab = (typeof TABS)[number]["value"];

/** Returns the tab in a URL, or the first one if there is none. */
export function tabOf(value: unknown): Tab {
  return TABS.find((tab) => tab.value === value)?.value ?? "profile";
}
