/**
 * The languages of the interface: the first is what the source is written in. A further one needs its file in
 * src/locales, which `npm run texts` makes (docs/TRANSLATION.md).
 */
export const LOCALES: readonly [string, ...string[]] = ["en"];
