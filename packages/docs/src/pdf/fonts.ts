import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unpackWoff } from "./woff.ts";

const { resolve } = createRequire(import.meta.url);

/** Families by the names used in documents. */
const FAMILIES = {
  Inter: { from: "@fontsource/inter/files/inter-latin-", bold: "600" },
  Mono: { from: "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-", bold: "700" },
} as const;
type Cut = "normal" | "bold" | "italics" | "bolditalics";

const filesOf = ({ from, bold }: (typeof FAMILIES)[keyof typeof FAMILIES]): Record<Cut, string> => ({
  normal: `${from}400-normal.woff`,
  bold: `${from}${bold}-normal.woff`,
  italics: `${from}400-italic.woff`,
  bolditalics: `${from}${bold}-italic.woff`,
});

/** The font names of a document with their fonts, of which only the glyphs in use are embedded. */
export const FONTS: Record<keyof typeof FAMILIES, Record<Cut, string>> = {
  Inter: filesOf(FAMILIES.Inter),
  Mono: filesOf(FAMILIES.Mono),
};

export function fontFiles(): { name: string; font: Buffer }[] {
  return Object.values(FONTS).flatMap((family) =>
    Object.values(family).map((name) => ({ name, font: unpackWoff(readFileSync(resolve(name)), ["GSUB"]) })),
  );
}
