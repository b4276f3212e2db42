import type { ErrorCode } from "@bbux/contract";
import type { TestMember } from "../../testing.ts";
import type { Input } from "./calls.ts";
import { adminCases } from "./cases.admin.ts";
import { allowListCases } from "./cases.allow-list.ts";
import { answerCases } from "./cases.answers.ts";
import { authCases } from "./cases.auth.ts";
import { chatCases } from "./cases.chat.ts";
import { communityCases } from "./cases.community.ts";
import { depositCases } from "./cases.deposits.ts";
import { emailChangeCases } from "./cases.email-change.ts";
import { factorCases } from "./cases.factors.ts";
import { gifCases } from "./cases.gifs.ts";
import { governanceCases } from "./cases.governance.ts";
import { moderationCases } from "./cases.moderation.ts";
import { objectionCases } from "./cases.objections.ts";
import { openIdCases } from "./cases.openid.ts";
import { postCases } from "./cases.posts.ts";
import { proposalCases } from "./cases.proposals.ts";
import { readCases } from "./cases.reads.ts";
import { refundCases } from "./cases.refunds.ts";
import { reviewCases } from "./cases.reviews.ts";
import { setupCases } from "./cases.setup.ts";
import { sharedAccessCases } from "./cases.shared-access.ts";
import { tagCases } from "./cases.tags.ts";
import { transparencyCases } from "./cases.transparency.ts";
import { walletCases } from "./cases.wallet.ts";
import { waysInCases } from "./cases.ways-in.ts";
import type { World } from "./world.ts";

/** One call, made through both REST and tRPC. */
export interface Case {
  readonly title: string;
  readonly as?: "asker" | "helper" | "moderator" | "admin";
  /** The input, created for each face. Instead of `as`, it may specify the caller. */
  readonly input?: (world: World) => Input | Promise<Input>;
  readonly caller?: (world: World) => Promise<{ member: TestMember; input: Input }>;
  /** One input and Idempotency-Key for both faces: the second must return the same as the first. */
  readonly same?: true;
  /** Uses the same key with this input first, as the same caller. */
  readonly keyUsedWith?: (world: World) => Input | Promise<Input>;
  /** Like `keyUsedWith`, for a `caller`. */
  readonly keyUsedBefore?: (world: World, member: TestMember) => Input | Promise<Input>;
  readonly refused?: ErrorCode;
  /** Puts back what others changed, so it runs in the gate though it is refused. */
  readonly restores?: true;
  /** The response is 202: the request is in progress. */
  readonly pending?: true;
  /** Fields that differ on every call. */
  readonly varies?: readonly string[];
}

/** Cases by operation. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  ...authCases,
  ...setupCases,
  ...emailChangeCases,
  ...factorCases,
  ...waysInCases,
  ...openIdCases,
  ...postCases,
  ...answerCases,
  ...readCases,
  ...communityCases,
  ...tagCases,
  ...chatCases,
  ...walletCases,
  ...allowListCases,
  ...depositCases,
  ...governanceCases,
  ...moderationCases,
  ...sharedAccessCases,
  ...reviewCases,
  ...adminCases,
  ...proposalCases,
  ...refundCases,
  ...objectionCases,
  ...transparencyCases,
  ...gifCases,
};
