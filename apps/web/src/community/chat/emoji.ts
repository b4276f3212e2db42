/** Longer messages count as text. */
const MOST = 3;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[\d#*]\uFE0F?\u20E3/u;

/** Whether a message consists of a few emojis only, which are shown large. */
export function isOnlyEmoji(text: string): boolean {
  const plain = text.replaceAll(/\s/g, "");
  if (plain === "" || plain.length > 60) return false;
  const parts = Array.from(graphemes.segment(plain), ({ segment }) => segment);
  return parts.length <= MOST && parts.every((part) => PICTURE.test(part) && !/^[\p{L}\p{N}]$/u.test(part));
}
