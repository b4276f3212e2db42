import { type HoldCause, TRUST_LIMITS, UNIT } from "@bbux/contract";
import type { TestMember } from "../../testing.ts";
import { ageProofs } from "../second-factor.support.ts";
import { answer, ask } from "../support.ts";
import { act } from "./cases.moderation.ts";
import type { Case } from "./cases.ts";
import { holdFor } from "./leaving.ts";
import { refundRequested } from "./refund-requests.ts";
import type { World } from "./world.ts";

const content = "Because";
const closed = async (world: World) => {
  const ids = await world.answered();
  await world.close(ids.postId);
  return ids;
};

/** An answer to a bounty that is paid only with a fresh proof, and not while withdrawals are held. */
async function large({ t, helper, unique }: World) {
  const member = await t.member(unique(), { balance: 12n * UNIT });
  const postId = await ask(t, member, { bountyAmount: 11 });
  return { member, input: { postId, answerId: await answer(t, helper, postId) } };
}
/** A member's answer to an unpaid bounty. */
async function winnable({ t, asker, unique }: World) {
  const member = await t.member(unique());
  const postId = await ask(t, asker, { bountyAmount: 1 });
  return { member, input: { postId, answerId: await answer(t, member, postId) } };
}
/** The same, after something has happened to the member. */
const winnableBut = (happen: (world: World, member: TestMember) => Promise<void>) => async (world: World) => {
  const given = await winnable(world);
  await happen(world, given.member);
  return given;
};

async function largeOfHeld(world: World, cause: HoldCause) {
  const { member, input } = await large(world);
  await holdFor(world.t, member.id, cause);
  return { member, input };
}

export const answerCases: Record<string, Case[]> = {
  "answers-list": [
    {
      title: "returns answers and userVotes [C7.37]",
      input: async (world) => ({ postId: (await world.answered()).postId }),
      same: true,
    },
    {
      title: "returns pages",
      input: async (world) => ({ postId: (await world.answered()).postId, page: 2, limit: 1 }),
      same: true,
    },
  ],
  "answers-create": [
    {
      title: "answers once for each key",
      as: "helper",
      input: async (world) => ({ postId: await world.post(), content }),
      same: true,
    },
    {
      title: "refuses a moderator who has hidden another answer, while the bounty isn't paid",
      as: "moderator",
      input: async (world) => {
        const { postId, answerId } = await world.answered({ bountyAmount: 1 });
        await act(world, world.moderator, "/moderation/hide", {
          targetType: "answer",
          targetId: answerId,
          reason: "Spam",
        });
        return { postId, content };
      },
      refused: "HAS_INTEREST",
    },
    {
      title: "refuses a key already used for another answer",
      as: "helper",
      keyUsedWith: async (world) => ({ postId: await world.post(), content }),
      input: async (world) => ({ postId: await world.post(), content }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
    {
      title: "refuses a fourth answer a day before the email address is confirmed",
      caller: async (world) => {
        const { member } = await world.newcomer();
        for (let count = 0; count < TRUST_LIMITS.new.answers.day; count++)
          await answer(world.t, member, await world.post());
        return { member, input: { postId: await world.post(), content } };
      },
      refused: "EMAIL_UNVERIFIED",
    },
    {
      title: "answers the post [C7.38]",
      as: "helper",
      input: async (world) => ({
        postId: await world.post(),
        content,
        codeBlocks: [{ language: "typescript", code: "const x = 1;" }],
      }),
    },
    {
      title: "refuses a closed post",
      as: "helper",
      input: async (world) => ({ postId: (await closed(world)).postId, content }),
      refused: "POST_CLOSED",
    },
  ],
  "answers-edit": [
    {
      title: "changes the caller's own answer",
      as: "helper",
      input: async (world) => ({ ...(await world.answered()), content: "Edited" }),
    },
    {
      title: "refuses anyone but the author",
      as: "asker",
      input: async (world) => ({ ...(await world.answered()), content }),
      refused: "FORBIDDEN",
    },
    {
      title: "refuses a closed post",
      as: "helper",
      input: async (world) => ({ ...(await closed(world)), content }),
      refused: "POST_CLOSED",
    },
  ],
  "answers-delete": [
    { title: "deletes the caller's own answer", as: "helper", input: (world) => world.answered() },
    { title: "refuses anyone but the author", as: "asker", input: (world) => world.answered(), refused: "FORBIDDEN" },
    {
      title: "refuses the accepted answer",
      as: "helper",
      input: async (world) => {
        const { postId, answerId } = await world.answered();
        const accepted = { accepted_answer_id: answerId, status: "COMPLETED" };
        await world.t.database.ownerDb.updateTable("posts").set(accepted).where("id", "=", postId).execute();
        return { postId, answerId };
      },
      refused: "ALREADY_ACCEPTED",
    },
    {
      title: "refuses one that could win a bounty without a fresh proof",
      caller: winnableBut((world, member) => ageProofs(world.t, member)),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses one that could win a bounty while withdrawals are held",
      caller: winnableBut((world, { id }) => holdFor(world.t, id, "password_reset")),
      refused: "PAYMENTS_HELD",
    },
    {
      title: "refuses one that could win a bounty from a frozen account",
      caller: winnableBut((world, { id }) => holdFor(world.t, id, "frozen")),
      refused: "ACCOUNT_FROZEN",
    },
  ],
  "answers-accept": [
    {
      title: "pays the bounty, once per key [C7.40]",
      as: "asker",
      input: (world) => world.answered({ bountyAmount: 1 }),
      same: true,
    },
    { title: "refuses anyone but the asker", as: "helper", input: (world) => world.answered(), refused: "FORBIDDEN" },
    {
      title: "refuses the asker's own answer to their own bounty",
      as: "asker",
      input: async (world) => {
        const postId = await world.post({ bountyAmount: 1 });
        return { postId, answerId: await answer(world.t, world.asker, postId) };
      },
      refused: "OWN_ANSWER",
    },
    {
      title: "refuses another answer once the bounty is paid",
      as: "asker",
      input: async (world) => {
        const { postId, answerId } = await world.answered({ bountyAmount: 1 });
        const url = `/api/posts/${postId}/answers/${answerId}/accept`;
        await world.t.app.inject({ method: "POST", url, headers: world.asker.headers });
        return { postId, answerId };
      },
      refused: "ALREADY_ACCEPTED",
    },
    {
      title: "refuses while a refund is being decided",
      as: "asker",
      input: async (world) => {
        const { postId, answerId } = await world.answered({ bountyAmount: 1 });
        await refundRequested(world, postId);
        return { postId, answerId };
      },
      refused: "REFUND_PENDING",
    },
    { title: "refuses a closed post", as: "asker", input: closed, refused: "POST_CLOSED" },
    {
      title: "refuses to pay more than 10 BBUX in a day without a fresh proof",
      caller: async (world) => {
        const given = await large(world);
        await ageProofs(world.t, given.member);
        return given;
      },
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses to pay while withdrawals are held",
      caller: (world) => largeOfHeld(world, "password_reset"),
      refused: "PAYMENTS_HELD",
    },
    {
      title: "refuses to pay from a frozen account",
      caller: (world) => largeOfHeld(world, "frozen"),
      refused: "ACCOUNT_FROZEN",
    },
    {
      title: "refuses a key already used for another answer",
      as: "asker",
      keyUsedWith: (world) => world.answered(),
      input: (world) => world.answered(),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
};
