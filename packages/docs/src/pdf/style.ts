import type { CustomTableLayout, StyleDictionary } from "pdfmake/interfaces.js";

/** The web app's light tokens (apps/web/src/styles/tokens.css), on white paper. */
export const COLOR = {
  ink: "#1f1c18",
  ink2: "#4c4841",
  ink3: "#6a655b",
  line: "#e5e1d9",
  lineStrong: "#cdc7bb",
  sunken: "#f6f4f0",
  link: "#0f544c",
  brandSoft: "#eaf3f1",
  bad: "#b02a1e",
  badSoft: "#fbeeeb",
  amber: "#c98a1a",
} as const;

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 62, right: 62, top: 76, bottom: 72 } as const;
export const TEXT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const SIZE = { text: 9.75, table: 8.5, code: 8, small: 8 } as const;
/** Width of a character in the code font, relative to its size. */
export const MONO_WIDTH = 0.6;

export const STYLES: StyleDictionary = {
  h2: { fontSize: 17, bold: true, lineHeight: 1.2, characterSpacing: -0.2 },
  h3: { fontSize: 12.5, bold: true, lineHeight: 1.25, characterSpacing: -0.1 },
  h4: { fontSize: 10.5, bold: true, lineHeight: 1.3 },
  h5: { fontSize: 9.75, bold: true, lineHeight: 1.3 },
  tocOne: { fontSize: 10, bold: true, lineHeight: 1.3 },
  tocTwo: { fontSize: 9.25, color: COLOR.ink2, lineHeight: 1.3 },
  tocNumber: { color: COLOR.ink3, fontSize: 9.25 },
};

/** Hairlines between rows and a stronger one under the header; text is flush with the column. */
export const ROWS: CustomTableLayout = {
  hLineWidth: (at, { table: { body } }) => (at === 0 ? 0 : at === 1 || at === body.length ? 0.75 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (at) => (at === 1 ? COLOR.lineStrong : COLOR.line),
  paddingLeft: (at) => (at === 0 ? 0 : 6),
  paddingRight: (at, { table: { widths } }) => (at === (Array.isArray(widths) ? widths.length : 0) - 1 ? 0 : 6),
  paddingTop: () => 4,
  paddingBottom: () => 4,
};

/** A box with padding. */
export const BOX: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 10,
  paddingRight: () => 10,
  paddingTop: () => 8,
  paddingBottom: () => 8,
};

/** A box with a rule on its left. */
export const aside = (color: string): CustomTableLayout => ({
  ...BOX,
  vLineWidth: (at) => (at === 0 ? 2.5 : 0),
  vLineColor: () => color,
  paddingLeft: () => 12,
  // Paragraphs have their own space below.
  paddingBottom: () => 2,
});
