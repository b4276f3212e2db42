import { type Box, boxAt, boxesIn, findBox } from "./mp4.boxes.ts";
import { blankAround, type Chunk, chunksOf } from "./mp4.chunks.ts";
import { type Bytes, damaged, extraTrack, type Plan } from "./plan.ts";

/** What may be in each container; anything else, such as `udta`, `meta` and `uuid`, says something about the video. */
const KEPT: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set(["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx", "ssix", "pdin"]),
  moov: new Set(["mvhd", "trak", "mvex", "iods"]),
  trak: new Set(["tkhd", "mdia", "edts", "tref", "clip", "matt", "load", "tapt"]),
  mdia: new Set(["mdhd", "hdlr", "minf", "elng"]),
  minf: new Set(["vmhd", "smhd", "hmhd", "nmhd", "sthd", "gmhd", "hdlr", "dinf", "stbl"]),
  stbl: new Set([
    ...["stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stsh", "stps", "stdp"],
    ...["sdtp", "sbgp", "sgpd", "subs", "saiz", "saio", "padb"],
  ]),
  edts: new Set(["elst"]),
  dinf: new Set(["dref"]),
  mvex: new Set(["mehd", "trex", "leva"]),
  moof: new Set(["mfhd", "traf"]),
  traf: new Set(["tfhd", "tfdt", "trun", "sdtp", "sbgp", "sgpd", "subs", "saiz", "saio", "senc"]),
  mfra: new Set(["tfra", "mfro"]),
};

/** Tracks to see and to hear. Others are what a camera noted meanwhile: where it was, some even as subtitles. */
const SHOWN = new Set(["vide", "soun"]);

/**
 * Plans what is left of an MP4 or QuickTime file: its pictures and sound, and what players need for them. Everything else
 * becomes free space of the same size, so that no offset of a sample changes: descriptions (with the place of recording), times of
 * recording, names, and tracks of other kinds with their samples. Bytes after the last box are cut off.
 * @throws RefusedVideo for a file without tracks or samples, or with a structure that can't be followed
 */
export async function planMp4(bytes: Bytes, plan: Plan): Promise<void> {
  const boxes = await topLevel(bytes, plan);
  const [movie, ...others] = boxes.filter(({ type }) => type === "moov");
  const media = boxes.filter(({ type }) => type === "mdat");
  const isFragmented = boxes.some(({ type }) => type === "moof");
  if (!movie || others.length > 0 || media.length === 0) throw damaged();
  const chunks: Chunk[] = [];
  let shown = 0;
  for await (const box of boxesIn(bytes, movie)) {
    if (box.type === "cmov") throw damaged();
    if (box.type !== "trak") continue;
    const isShown = SHOWN.has(await handlerOf(bytes, box));
    if (isShown) shown++;
    else free(plan, box);
    // In a fragmented file its samples are spread over all fragments.
    if (!isShown && isFragmented) throw extraTrack();
    for (const chunk of await chunksOf(bytes, box, isShown)) chunks.push(chunk);
  }
  if (shown === 0) throw damaged();
  for (const box of boxes) await tidy(bytes, plan, box);
  if (!isFragmented) blankAround(plan, media, chunks);
}

/** The boxes of the file. What follows the last one that fits is cut off. */
async function topLevel(bytes: Bytes, plan: Plan): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.size; ) {
    const box = await boxAt(bytes, at, null);
    if (!box) {
      plan.cut(at);
      break;
    }
    if (KEPT.file?.has(box.type)) boxes.push(box);
    else free(plan, box);
    at = box.end;
  }
  return boxes;
}

/** Makes a box free space. */
function free(plan: Plan, { at, payload, end }: Box): void {
  plan.put(at + 4, Buffer.from("free", "latin1"));
  plan.blank(payload, end);
}

async function handlerOf(bytes: Bytes, track: Box): Promise<string> {
  const handler = await findBox(bytes, track, ["mdia", "hdlr"]);
  if (!handler || handler.end - handler.payload < 12) throw damaged();
  return (await bytes.read(handler.payload + 8, 4)).toString("latin1");
}

const TIMED = new Set(["mvhd", "tkhd", "mdhd"]);
/** Where the name in a `hdlr` begins. */
const NAME = 24;

async function tidy(bytes: Bytes, plan: Plan, box: Box): Promise<void> {
  const kept = KEPT[box.type];
  if (kept) {
    let last = box.payload;
    for await (const inner of boxesIn(bytes, box)) {
      last = inner.end;
      if (!kept.has(inner.type)) free(plan, inner);
      else if (inner.type !== "trak" || SHOWN.has(await handlerOf(bytes, inner))) await tidy(bytes, plan, inner);
    }
    plan.blank(last, box.end);
  } else if (TIMED.has(box.type)) {
    const [version = 0] = await bytes.read(box.payload, 1);
    const length = version === 1 ? 16 : 8;
    if (box.end - box.payload < 4 + length) throw damaged();
    plan.blank(box.payload + 4, box.payload + 4 + length);
  } else if (box.type === "hdlr") plan.blank(box.payload + NAME, box.end);
}
