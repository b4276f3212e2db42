import { UNVERIFIED } from "@bbux/contract";
import { answer } from "../support.ts";
import type { Case } from "./cases.ts";
import { refundRequested } from "./refund-requests.ts";
import type { World } from "./world.ts";

const content = "Because";
const closed = async (world: World) => {
  const ids = await world.answered();
  await world.close(ids.postId);
  return ids;
};

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
      title: "refuses a fourth answer a day before the email address is confirmed",
      caller: async (world) => {
        const { member } = await world.newcomer();
        for (let count = 0; count < UNVERIFIED.answers; count++) await answer(world.t, member, await world.post());
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
      title: "refuses a key already used for another answer",
      as: "asker",
      keyUsedWith: (world) => world.answered(),
      input: (world) => world.answered(),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
};
