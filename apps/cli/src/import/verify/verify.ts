import { checkCounters } from "@bbux/api/operator";
import type { Database } from "@bbux/db";
import type { ImportContext } from "../context.ts";
import { verifyComments } from "./comments.ts";
import { verifyHistory } from "./history.ts";
import { verifyLinks } from "./links.ts";
import { verifyPosts } from "./posts.ts";
import { verifyScores } from "./scores.ts";

export interface Verification {
  /** What was compared, as sentences. */
  readonly checked: readonly string[];
  /** Every difference found. Empty when platform and dump agree. */
  readonly differences: readonly string[];
}

/**
 * Reads the dump once more and compares it with the platform: questions, answers, accept marks, tags, search, scores, votes,
 * comments, edit histories and links; and all counters of the platform with what they count. What the import leaves out
 * by rule is left out here, too. Memory stays bounded: what must be added up over a file is added up in temporary tables.
 */
export async function verifyImport(db: Database, folder: string, context: ImportContext): Promise<Verification> {
  return db.connection().execute(async (connection) => {
    const parts = [
      await verifyPosts(connection, folder, context),
      await verifyScores(connection, folder, context),
      await verifyComments(connection, folder, context),
      await verifyHistory(connection, folder, context),
      await verifyLinks(connection, folder, context),
      await verifyCounters(connection),
    ];
    return {
      checked: parts.flatMap(({ checked }) => checked),
      differences: parts.flatMap(({ differences }) => differences),
    };
  });
}

async function verifyCounters(db: Database): Promise<Verification> {
  const { checked, mismatches } = await checkCounters(db);
  return {
    checked: mismatches.length === 0 ? [`${checked.length} kinds of counters, each what it counts`] : [],
    differences: mismatches.map(
      ({ counter, subject, stored, counted }) => `${counter} of ${subject} says ${stored}, counted ${counted}`,
    ),
  };
}
