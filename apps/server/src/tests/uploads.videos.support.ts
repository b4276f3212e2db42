import { checksum } from "../uploads/videos/ogg.ts";
import { box, EBML_WEBM, element, u32 } from "./uploads.support.ts";

/** Where a phone says that a video was recorded. */
export const PLACE = "+48.1351+011.5820/";
/** What a phone or a camera adds, each of which must go. */
export const SECRETS = [PLACE, "SECRET-NAME", "SECRET-DRONE", "SECRET-XMP", "SECRET-TAIL", "SECRET-GPS"];

const text = (bytes: string) => Buffer.from(bytes, "latin1");

interface Track {
  readonly handler: string;
  readonly chunks: readonly number[];
  readonly long?: boolean;
  readonly more?: readonly Buffer[];
}

const TIMES = 0xe0000000;

function track({ handler, chunks, long = false, more = [] }: Track): Buffer {
  const offsets = long
    ? box("co64", u32(0, chunks.length, ...chunks.flatMap((at) => [0, at])))
    : box("stco", u32(0, chunks.length, ...chunks));
  const table = box("stbl", box("stsd", u32(0, 0)), box("stsc", u32(0, 1, 1, 1, 1)), offsets);
  return box(
    "trak",
    box("tkhd", u32(7, TIMES, TIMES, 1, 0, 1000), Buffer.alloc(60)),
    box(
      "mdia",
      box("mdhd", u32(0, TIMES, TIMES, 1000, 1000, 0)),
      box("hdlr", u32(0, 0), handler, Buffer.alloc(12), "SECRET-NAME\0"),
      box("minf", box("vmhd", u32(1, 0, 0)), table),
    ),
    ...more,
  );
}

export interface Clip {
  readonly file: Buffer;
  /** Where the samples of picture and sound are, and what they are. */
  readonly samples: readonly { readonly at: number; readonly bytes: Buffer }[];
}

/** An MP4 like a phone's: pictures and sound, the place in `udta`, `meta` and a track of its own, XMP, and a tail after its end. */
export function phoneClip({ movieFirst, long = false }: { movieFirst: boolean; long?: boolean }): Clip {
  const [pictures, sound, more] = [text("PICTURES".repeat(50)), text("SOUND".repeat(40)), text("MORE".repeat(30))];
  const places = text("SECRET-GPS 48.1351 11.5820 ".repeat(8));
  const type = box("ftyp", "mp42", u32(0), "mp42isom");
  const movie = (from: number) => {
    const [first, second, third, fourth] = offsetsFrom(from, [pictures, places, sound, more]);
    return box(
      "moov",
      box("mvhd", u32(0, TIMES, TIMES, 1000, 1000), Buffer.alloc(80)),
      track({ handler: "vide", chunks: [first, fourth], long, more: [box("udta", box("name", "SECRET-NAME"))] }),
      track({ handler: "soun", chunks: [third], long }),
      track({ handler: "meta", chunks: [second], long }),
      box("udta", box("\xa9xyz", u32(0x00120000), PLACE), box("loci", "SECRET-NAME", u32(0))),
      box("meta", u32(0), box("hdlr", u32(0, 0), "mdta", Buffer.alloc(12)), box("ilst", PLACE)),
      box("uuid", Buffer.alloc(16, 1), "SECRET-XMP"),
    );
  };
  const media = [pictures, places, sound, more];
  const size = movie(0).length;
  const before = Buffer.concat([type, box("free", "SECRET-NAME")]);
  const from = before.length + 8 + (movieFirst ? size : 0);
  const mdat = box("mdat", ...media);
  const rest = [box("udta", "SECRET-DRONE"), text("SECRET-TAIL")];
  const file = Buffer.concat([before, ...(movieFirst ? [movie(from), mdat] : [mdat, movie(from)]), ...rest]);
  const [first, , third, fourth] = offsetsFrom(from, media);
  return {
    file,
    samples: [
      { at: first, bytes: pictures },
      { at: third, bytes: sound },
      { at: fourth, bytes: more },
    ],
  };
}

function offsetsFrom(from: number, parts: readonly Buffer[]): [number, number, number, number] {
  const starts = [from];
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.length);
  const [first = 0, second = 0, third = 0, fourth = 0] = starts;
  return [first, second, third, fourth];
}

/** A fragmented MP4, as browsers record it. */
export function recordedMp4(handler = "vide"): Buffer {
  const fragment = (n: number) =>
    Buffer.concat([
      box("moof", box("mfhd", u32(0, n)), box("traf", box("tfhd", u32(0x020000, 1)), box("udta", PLACE))),
      box("mdat", "PICTURES".repeat(20)),
    ]);
  return Buffer.concat([
    box("ftyp", "iso5", u32(0), "iso5mp41"),
    box(
      "moov",
      box("mvhd", u32(0, TIMES, TIMES), Buffer.alloc(88)),
      track({ handler, chunks: [] }),
      box("mvex", box("trex", u32(0, 1))),
    ),
    fragment(1),
    fragment(2),
    text("SECRET-TAIL"),
  ]);
}

const VINT_UNKNOWN = Buffer.from("01ffffffffffffff", "hex");

/** A WebM with everything that may be in one besides the video. Recorded live, sizes are unknown. */
export function taggedWebm({ live, kind = 1 }: { live: boolean; kind?: number }): Buffer {
  const block = element("a3", text("PICTURES".repeat(20)));
  const cluster = [element("e7", u32(0)), block];
  const sections = [
    element("114d9b74", element("4dbb", Buffer.alloc(8))),
    element("ec", text("SECRET-NAME")),
    element(
      "1549a966",
      element("2ad7b1", u32(1_000_000)),
      element("7ba9", text("SECRET-NAME")),
      element("4461", Buffer.alloc(8, 7)),
      element("bf", u32(1)),
    ),
    element(
      "1654ae6b",
      element(
        "ae",
        element("d7", Buffer.of(1)),
        element("83", Buffer.of(kind)),
        element("536e", text("SECRET-NAME")),
        element("86", text("V_VP9")),
      ),
    ),
    live ? Buffer.concat([Buffer.from("1f43b675", "hex"), VINT_UNKNOWN, ...cluster]) : element("1f43b675", ...cluster),
    element("1254c367", element("7373", text(PLACE))),
    element("1941a469", element("61a7", text("SECRET-DRONE"))),
    element("1043a770", text("SECRET-XMP")),
    element("1c53bb6b", Buffer.alloc(4)),
  ];
  const segment = live
    ? Buffer.concat([Buffer.from("18538067", "hex"), VINT_UNKNOWN, ...sections])
    : element("18538067", ...sections);
  return Buffer.concat([EBML_WEBM, segment, text("SECRET-TAIL")]);
}

/** A page of an Ogg stream with these packets, the last of which goes on if the page says so. */
function page(serial: number, sequence: number, packets: readonly Buffer[], flags = 0): Buffer {
  const segments = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const head = Buffer.alloc(27);
  head.write("OggS", "latin1");
  head[5] = flags;
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(sequence, 18);
  head[26] = segments.length;
  const whole = Buffer.concat([head, Buffer.from(segments), ...packets]);
  whole.writeUInt32LE(checksum(whole), 22);
  return whole;
}

const u32le = (number: number) => Buffer.from(u32(number)).reverse();
const counted = (value: string) => Buffer.concat([u32le(value.length), text(value)]);

/** An Ogg with a theora and a vorbis stream, each with comments. */
export function taggedOgg(): Buffer {
  const comments = Buffer.concat([counted("SECRET-NAME"), u32le(1), counted(`LOCATION=${PLACE}${"x".repeat(600)}`)]);
  return Buffer.concat([
    page(1, 0, [text(`\x80theora${"t".repeat(35)}`)], 2),
    page(2, 0, [text(`\x01vorbis${"v".repeat(23)}`)], 2),
    page(1, 1, [Buffer.concat([text("\x81theora"), comments]), text("\x82theora setup")]),
    page(2, 1, [Buffer.concat([text("\x03vorbis"), comments, Buffer.of(1)]), text("\x05vorbis setup")]),
    page(1, 2, [text("PICTURES".repeat(20))]),
    page(2, 2, [text("SOUND".repeat(20))], 4),
    text("SECRET-TAIL"),
  ]);
}
