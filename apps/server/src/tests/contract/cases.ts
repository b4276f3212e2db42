import type { ErrorCode } from "@bbux/contract";
import type { TestMember } from "../../testing.ts";
import type { Input } from "./calls.ts";
import { adminCases } from "./cases.admin.ts";
import { answerCases } from "./cases.answers.ts";
import { authCases } from "./cases.auth.ts";
import { chatCases } from "./cases.chat.ts";
import { communityCases } from "./cases.community.ts";
import { gifCases } from "./cases.gifs.ts";
import { governanceCases } from "./cases.governance.ts";
import { moderationCases } from "./cases.moderation.ts";
import { postCases } from "./cases.posts.ts";
import { proposalCases } from "./cases.proposals.ts";
import { readCases } from "./cases.reads.ts";
import { refundCases } from "./cases.refunds.ts";
import { transparencyCases } from "./cases.transparency.ts";
import { walletCases } from "./cases.wallet.ts";
import type { World } from "./world.ts";

/** One call, made through REST and through tRPC. */
export interface Case {
  readonly title: string;
  readonly as?: "asker" | "helper" | "moderator" | "admin";
  /** The input, made anew for each face. Instead of `as` it may say who calls. */
  readonly input?: (world: World) => Input | Promise<Input>;
  readonly caller?: (world: World) => Promise<{ member: TestMember; input: Input }>;
  /** One input for both faces, with one Idempotency-Key: the second must give what the first gave. */
  readonly same?: true;
  /** Before the call the same key is used with this input, as the same caller. */
  readonly keyUsedWith?: (world: World) => Input | Promise<Input>;
  /** As `keyUsedWith`, of a `caller`. */
  readonly keyUsedBefore?: (world: World, member: TestMember) => Input | Promise<Input>;
  readonly refused?: ErrorCode;
  /** The answer is 202: what was asked for is under way. */
  readonly pending?: true;
  /** Fields that are another each time it is asked. */
  readonly varies?: readonly string[];
}

/** By operation. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  ...authCases,
  ...postCases,
  ...answerCases,
  ...readCases,
  ...communityCases,
  ...chatCases,
  ...walletCases,
  ...governanceCases,
  ...moderationCases,
  ...adminCases,
  ...proposalCases,
  ...refundCases,
  ...transparencyCases,
  ...gifCases,
};
