import { type Cosignature, findCosignature, vkeyOf } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { LogWitness, Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { consistencyProof } from "./leaves.query.ts";
import { listNotes, type Note, noteText } from "./notes.query.ts";
import { addCheckpoint, type WitnessAnswer } from "./witness-client.ts";

type Needs = Pick<Services, "db" | "now" | "databaseNow" | "notes">;

/** A clock of a witness may be ahead by this much. */
const AHEAD_MS = 5 * 60_000;
/** How often a witness is asked per run: it says once how much of the log it has seen, and another process may ask it, too. */
const TURNS = 3;

/**
 * Asks each witness that hasn't cosigned the latest checkpoint yet to do so, with the proof that the log still begins with what that
 * witness has seen (docs/adr/0029). A witness that doesn't answer is asked again by the next run. One that refuses raises the
 * alert `log_not_cosigned`: either the log isn't what it was, as after a restore, or the witness doesn't know this log.
 * @returns how many have cosigned the latest checkpoint
 */
export async function cosignCheckpoint(services: Needs): Promise<number> {
  const [note] = await listNotes(services.db, { limit: 1 });
  if (!note) return 0;
  const have = new Set(note.cosignatures.map(({ witness }) => witness));
  const done = await Promise.all(
    services.notes.witnesses.map(
      (witness) => have.has(vkeyOf("witness", witness.key)) || askWitness(services, witness, note),
    ),
  );
  return done.filter(Boolean).length;
}

async function askWitness(services: Needs, witness: LogWitness, note: Note): Promise<boolean> {
  const { key } = witness;
  const answer = await exchange(services, witness, note);
  if (answer.kind === "failed") return false;
  if (answer.kind === "refused") {
    await raiseAlert(services, { kind: "log_not_cosigned", subject: key.name, detail: `${note.day}: ${answer.why}` });
    return false;
  }
  const { at, signature } = answer.cosignature;
  await sql`
    insert into checkpoint_cosignatures (day, witness, cosigned_at, signature)
    values (${note.day}::date, ${vkeyOf("witness", key)}, ${at}, ${signature}) on conflict do nothing`.execute(
    services.db,
  );
  await closeAlert(services, "log_not_cosigned", key.name);
  return true;
}

type Outcome =
  | { readonly kind: "cosigned"; readonly cosignature: Cosignature }
  | Extract<WitnessAnswer, { kind: "refused" | "failed" }>;

async function exchange({ db, databaseNow, notes }: Needs, witness: LogWitness, note: Note): Promise<Outcome> {
  const text = noteText({ ...note, cosignatures: [] });
  let oldSize = await cosignedSize(db, witness);
  for (let turn = 0; turn < TURNS; turn++) {
    const answer = await addCheckpoint(
      witness,
      oldSize,
      await consistencyProof(db, oldSize, note),
      text,
      notes.timeoutMs,
    );
    if (answer.kind === "cosigned") return accepted(witness, note, answer.lines, await databaseNow());
    if (answer.kind !== "size") return answer;
    if (answer.size > note.size) {
      const why = `it has seen ${answer.size} leaves, the log has ${note.size}: something that was published is missing`;
      return { kind: "refused", why };
    }
    oldSize = answer.size;
  }
  return { kind: "failed", why: "it always says another size" };
}

/** Nothing that a witness answers counts but its own signature of this very note. */
function accepted({ key }: LogWitness, { body }: Note, lines: string, now: Date): Outcome {
  const cosignature = findCosignature(body, lines, key);
  if (!cosignature) return { kind: "refused", why: "its answer has no signature of the checkpoint by its key" };
  if (cosignature.at.getTime() > now.getTime() + AHEAD_MS) {
    return { kind: "refused", why: `its signature is from the future: ${cosignature.at.toISOString()}` };
  }
  return { kind: "cosigned", cosignature };
}

/** The largest size that the books know this witness has seen. */
async function cosignedSize(db: Database, { key }: LogWitness): Promise<number> {
  const { rows } = await sql<{ size: string }>`
    select n.size::text from checkpoint_cosignatures s join checkpoint_notes n on n.day = s.day
     where s.witness = ${vkeyOf("witness", key)} order by n.day desc limit 1`.execute(db);
  return Number(rows[0]?.size ?? 0);
}
