import { inflateSync } from "node:zlib";

/** A table entry in a WOFF file's directory. */
interface Entry {
  readonly tag: number;
  readonly at: number;
  readonly packed: number;
  readonly length: number;
  readonly checksum: number;
}

const nameOf = (tag: number) => String.fromCharCode(tag >>> 24, (tag >>> 16) & 255, (tag >>> 8) & 255, tag & 255);
const align = (length: number) => (length + 3) & ~3;

/**
 * Unpacks the OpenType font in a WOFF file (https://www.w3.org/TR/WOFF/). The PDF library reads WOFF, too, but fails on fonts whose
 * last glyph is empty.
 * @param without tables to leave out: `GSUB` renders `--` and `=>` as other glyphs, which would be copied as such
 */
export function unpackWoff(woff: Buffer, without: readonly string[] = []): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is no WOFF font");
  const all = Array.from({ length: woff.readUInt16BE(12) }, (_, index): Entry => {
    const at = 44 + index * 20;
    const [tag, start, packed, length, checksum] = [0, 4, 8, 12, 16].map((offset) => woff.readUInt32BE(at + offset));
    return { tag: tag ?? 0, at: start ?? 0, packed: packed ?? 0, length: length ?? 0, checksum: checksum ?? 0 };
  });
  const entries = all.filter(({ tag }) => !without.includes(nameOf(tag)));
  const count = entries.length;
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  let end = head.length;
  const tables = entries.map(({ tag, at, packed, length, checksum }, index) => {
    const raw = woff.subarray(at, at + packed);
    const table = Buffer.alloc(align(length));
    (packed < length ? inflateSync(raw) : raw).copy(table);
    for (const [field, value] of [tag, checksum, end, length].entries())
      head.writeUInt32BE(value, 12 + index * 16 + field * 4);
    end += table.length;
    return table;
  });
  // Padding after the last table, for readers of an empty glyph's header.
  return Buffer.concat([head, ...tables, Buffer.alloc(16)]);
}
