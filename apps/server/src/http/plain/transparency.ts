import { AppError, exportLog, listNotes, noteText } from "@bbux/api";
import { APP, checkpointNoteInput, exportLogInput } from "@bbux/contract";
import { openRoute } from "./route.ts";
import { STREAMED, sendStreamed } from "./streamed.ts";

export const exportTransparencyLog = openRoute({
  method: "GET",
  path: "/transparency/log.ndjson",
  input: exportLogInput,
  operation: {
    operationId: "transparency-export",
    summary: "The transparency log as a file, to be verified offline",
    description: `Newline-delimited JSON: a header, the sealed entries in their order, and each signed checkpoint behind the last entry that it covers; the guide \`docs/TRANSPARENCY.md\` has the format, and \`npx bbux-verify\` of the client package checks it. ${STREAMED} A long log is fetched in parts, with \`after\` and \`limit\`.`,
    tag: "transparency",
    content: { "application/x-ndjson": { schema: { type: "string" } } },
  },
  async serve({ ctx, input, reply }) {
    return sendStreamed(ctx, reply, {
      name: `${APP.name.toLowerCase()}-transparency-log.ndjson`,
      type: "application/x-ndjson; charset=utf-8",
      rows: exportLog(ctx, input),
      text: (lines) => lines,
    });
  },
});

export const checkpointNote = openRoute({
  method: "GET",
  path: "/transparency/checkpoint",
  input: checkpointNoteInput,
  refuses: ["NOT_FOUND"],
  operation: {
    operationId: "transparency-note",
    summary: "A checkpoint as a C2SP note, with the cosignatures of witnesses",
    description:
      "A signed note as https://c2sp.org/tlog-checkpoint specifies: the name of the log, the number of leaves, the root of the Merkle tree of RFC 6962 over entries and checkpoints, and the signatures. `docs/TRANSPARENCY.md` says what a leaf is.",
    tag: "transparency",
    content: { "text/plain": { schema: { type: "string" } } },
  },
  async serve({ ctx, input: { day }, reply }) {
    const [note] = await listNotes(ctx.db, { day: day ?? null, limit: 1 });
    if (!note) throw new AppError("NOT_FOUND");
    return reply.type("text/plain; charset=utf-8").send(noteText(note));
  },
});
