import { isoTime } from "../../platform/queries/index.ts";

/** A proposal `p`, with the tag `t` that it became, as its proposer sees it; to be put into `json_build_object`. */
export const PROPOSAL_FIELDS = `
  'id', p.id::text, 'name', p.name, 'description', p.description, 'reason', p.reason, 'status', p.status,
  'createdAt', ${isoTime("p.created_at")}, 'decidedAt', ${isoTime("p.decided_at")}, 'note', p.note, 'tag', t.name`;
