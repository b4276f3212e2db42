import { INTERFACE_LANGUAGES } from "@bbux/contract";

/** The languages of the interface. The first is the source's own; each other has a file in src/locales (docs/TRANSLATION.md). */
export const LOCALES = Object.keys(INTERFACE_LANGUAGES) as [string, ...string[]];

/** The mode of the build that looks its texts up, for readers of every language but the first. */
export const TRANSLATED = "translated";
