/**
 * The languages of the interface. The first is the source's own language; any other needs a file in
 * src/locales, which `npm run texts` creates (docs/TRANSLATION.md).
 */
export const LOCALES: readonly [string, ...string[]] = ["en"];
