import { z } from "zod";
import { role } from "../people/auth.ts";
import { TRACE_KINDS } from "../people/established.rules.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { page, pagination } from "../platform/parts.ts";
import { text } from "../platform/text.ts";

export const SHARED_ACCESS = { membersShown: 20, reason: 500 } as const;

const trace = z.string().meta({ description: "A wallet's address; of a network or device, a hash" });

/** A network, device or wallet that several members used within 30 days. */
export const sharedAccess = z
  .object({
    kind: z.enum(TRACE_KINDS),
    trace,
    lastSeenAt: time,
    memberCount: z.int(),
    members: z
      .array(
        z.object({
          id: idOut,
          username: z.string(),
          role,
          suspended: z.boolean(),
          isEstablished: z.boolean(),
          lastSeenAt: time,
        }),
      )
      .meta({ description: `The latest ${SHARED_ACCESS.membersShown}` }),
    tiesVotes: z.boolean().meta({ description: "False for a public place: the votes of its members count separately" }),
    mark: z
      .object({ reason: z.string(), by: z.string(), at: time })
      .nullable()
      .meta({ description: "Set when an admin has marked it as a public place" }),
  })
  .meta({ id: "SharedAccess" });
export type SharedAccess = z.infer<typeof sharedAccess>;

export const listSharedAccessInput = z
  .object({ ...page, member: id.optional().meta({ description: "Only what this member shares: id or username" }) })
  .prefault({});
export const listSharedAccessOutput = z.object({ shared: z.array(sharedAccess), pagination });

export const markPublicPlaceInput = z.object({
  kind: z.enum(["network", "wallet"]),
  trace: z.string().trim().min(16).max(64),
  isPublic: z.boolean().meta({ description: "False takes the mark away" }),
  reason: text({ max: SHARED_ACCESS.reason, required: "Please say why" }),
});
