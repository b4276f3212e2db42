/**
 * Escapes only what Markdown would interpret: an underscore within a word and a lone dash stay, so that a search finds
 * `snake_case` as it was written.
 */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]$]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/<(?=[a-z/!?])/gi, "\\<")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/~(?=\S)|(?<=\S)~/g, "\\~")
    .replace(/^(?:[-+](?=\s)|--+|>|=+|#{1,6}(?=\s))/, "\\$&")
    .replace(/^(\d+)([.)])(?=\s)/, "$1\\$2");
}

const RAISED = new Map(
  zip("0123456789+-−=()niabcdefghjklmoprstuvwxyzT*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ*"),
);
const LOWERED = new Map(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"));

function zip(from: string, to: string): [string, string][] {
  const target = [...to];
  return [...from].map((char, i) => [char, target[i] ?? char]);
}

/**
 * Superscript or subscript text, which Markdown lacks: Unicode characters if they exist, `^x` and `_x` for a short word,
 * otherwise plain text (people also use these tags for small print).
 */
export function shifted(kind: "sup" | "sub", text: string, markdown: string): string {
  const map = kind === "sup" ? RAISED : LOWERED;
  const chars = [...text.trim()];
  if (chars.length > 0 && chars.length <= 12 && chars.every((char) => map.has(char))) {
    return chars.map((char) => map.get(char)).join("");
  }
  if (/^[\p{L}\p{N}]{1,12}$/u.test(text.trim()) && markdown.trim() === text.trim()) {
    return `${kind === "sup" ? "^" : "\\_"}${text.trim()}`;
  }
  return markdown;
}
