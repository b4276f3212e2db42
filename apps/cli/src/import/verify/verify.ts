import { checkCounters } from "@bbux/api/operator";
import type { Database } from "@bbux/db";
import type { ImportContext } from "../context.ts";
import { verifyComments } from "./comments.ts";
import { verifyHistory } from "./history.ts";
import { verifyLinks } from "./links.ts";
import { verifyPosts } from "./posts.ts";
import { verifyScores } from "./scores.ts";
import type { Verification } from "./verification.ts";

/**
 * Reads the dump again and compares it with the platform: questions, answers, accept marks, tags, search, scores, votes,
 * comments, edit histories, and links; and all of the platform's counters with what they count. Whatever the import leaves out
 * by rule is left out here, too. Memory stays bounded: sums over a file are computed in temporary tables.
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
