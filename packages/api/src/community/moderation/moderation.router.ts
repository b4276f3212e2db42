import {
  appealHidingInput,
  appealHidingOutput,
  closePostInput,
  decideHidingAppealInput,
  dismissFlagsInput,
  done,
  fileInput,
  fileOutput,
  flagInput,
  flagOutput,
  freezeWithdrawalsInput,
  hideInput,
  listAppealsInput,
  listAppealsOutput,
  listFlagsInput,
  listFlagsOutput,
  listHiddenInput,
  listHiddenOutput,
  listMembersInput,
  listMembersOutput,
  moderationCounts,
  removeFileInput,
  restoreInput,
  suspendInput,
  unfreezeWithdrawalsInput,
  unsuspendInput,
  upholdFlagsInput,
} from "@bbux/contract";
import { areRivals } from "../../content/posts/index.ts";
import {
  freezeWithdrawals,
  refuseInterested,
  suspend,
  unfreezeWithdrawals,
  unsuspend,
} from "../../people/accounts/index.ts";
import {
  accountProcedure,
  memberProcedure,
  moderatorProcedure,
  publicProcedure,
  router,
} from "../../platform/calls/index.ts";
import { appealHiding, decideHidingAppeal } from "./appeal.commands.ts";
import { closePost } from "./close.command.ts";
import { dismiss, hide, restore, uphold } from "./decide.commands.ts";
import { getFileState } from "./file.query.ts";
import { flag } from "./flag.command.ts";
import { listAppeals, listHidden } from "./hidden.query.ts";
import { listMembers } from "./members.query.ts";
import { countCases, listFlags } from "./queue.query.ts";
import { removeFile } from "./remove-file.command.ts";

const tags = ["moderation"];

export const moderationRouter = router({
  flag: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/flags",
        tags,
        summary: "Flag a post, an answer, a comment, a message or a member for moderators",
      },
      refuses: ["NOT_FOUND", "OWN_CONTENT", "ALREADY_FLAGGED", "FLAG_LIMIT"],
    })
    .input(flagInput)
    .output(flagOutput)
    .mutation(({ ctx, input }) => flag(ctx, input)),

  queue: moderatorProcedure
    .meta({ openapi: { method: "GET", path: "/moderation/flags", tags, summary: "What is flagged, each thing once" } })
    .input(listFlagsInput)
    .output(listFlagsOutput)
    .query(({ ctx, input }) => listFlags(ctx, input)),

  counts: moderatorProcedure
    .meta({ openapi: { method: "GET", path: "/moderation/counts", tags, summary: "How much waits for a moderator" } })
    .output(moderationCounts)
    .query(({ ctx }) => countCases(ctx.db)),

  hide: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/hide",
        tags,
        summary: "Hide content and uphold the flags on it",
        description: "Its author loses reputation, gets the reason, and can appeal once.",
      },
      refuses: ["BAD_REQUEST", "NOT_FOUND", "OWN_DECISION", "HAS_INTEREST", "CONFLICT", "STEP_UP_REQUIRED"],
    })
    .input(hideInput)
    .output(done)
    .mutation(({ ctx, input }) => hide(ctx, input)),

  restore: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/restore",
        tags,
        summary: "Give hidden content back to readers",
        description: "What the hiding cost its author comes back.",
      },
      refuses: ["NOT_FOUND", "OWN_DECISION", "HAS_INTEREST", "CONFLICT", "STEP_UP_REQUIRED"],
    })
    .input(restoreInput)
    .output(done)
    .mutation(({ ctx, input }) => restore(ctx, input)),

  removeFile: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/remove-file",
        tags,
        summary: "Delete an uploaded picture or video for good",
        description:
          "It's no longer served from then on. Caches may keep it for as long as they were allowed to when it was read: an hour, or a year by earlier versions of the platform. A video's thumbnail goes with it. The member who uploaded it gets a notification with the reason.",
      },
      refuses: ["NOT_FOUND", "OWN_DECISION", "HAS_INTEREST", "CONFLICT"],
      stepUp: true,
    })
    .input(removeFileInput)
    .output(done)
    .mutation(({ ctx, input }) => removeFile(ctx, input)),

  file: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/moderation/file",
        tags,
        summary: "Whether a moderator removed a picture or video",
      },
    })
    .input(fileInput)
    .output(fileOutput)
    .query(({ ctx, input }) => getFileState(ctx, input)),

  dismiss: moderatorProcedure
    .meta({
      openapi: { method: "POST", path: "/moderation/dismiss", tags, summary: "Dismiss the open flags on something" },
      refuses: ["NOT_FOUND", "OWN_DECISION", "HAS_INTEREST", "CONFLICT"],
    })
    .input(dismissFlagsInput)
    .output(done)
    .mutation(({ ctx, input }) => dismiss(ctx, input)),

  uphold: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/uphold",
        tags,
        summary: "Uphold the open flags on a member, or on what is to stay",
      },
      refuses: ["NOT_FOUND", "OWN_DECISION", "HAS_INTEREST", "CONFLICT"],
    })
    .input(upholdFlagsInput)
    .output(done)
    .mutation(({ ctx, input }) => uphold(ctx, input)),

  appeals: moderatorProcedure
    .meta({ openapi: { method: "GET", path: "/moderation/appeals", tags, summary: "Appeals of hidden content" } })
    .input(listAppealsInput)
    .output(listAppealsOutput)
    .query(({ ctx, input }) => listAppeals(ctx, input)),

  decideAppeal: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/appeals/{id}/decision",
        tags,
        summary: "Decide an appeal of hidden content, by someone other than who hid it",
      },
      refuses: ["OWN_DECISION", "HAS_INTEREST", "NO_APPEAL", "STEP_UP_REQUIRED"],
    })
    .input(decideHidingAppealInput)
    .output(done)
    .mutation(({ ctx, input }) => decideHidingAppeal(ctx, input)),

  members: moderatorProcedure
    .meta({
      openapi: { method: "GET", path: "/moderation/users", tags, summary: "Members by name, or who is suspended" },
    })
    .input(listMembersInput)
    .output(listMembersOutput)
    .query(({ ctx, input }) => listMembers(ctx.db, input)),

  suspend: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/users/{id}/suspend",
        tags,
        summary: "Suspend a member: they see and take out what is theirs, and do nothing else",
      },
      description:
        "Votes that they have cast keep counting, unless the suspension is for voting fraud: then those on answers count in no settlement of a bounty, except where the moderator asked or answered.",
      refuses: ["OWN_DECISION", "HAS_INTEREST"],
      stepUp: true,
    })
    .input(suspendInput)
    .output(done)
    .mutation(async ({ ctx, input: { id, reason, votingFraud } }) => {
      const by = { actor: ctx.viewer, refuse: refuseInterested(ctx, areRivals) };
      await suspend(ctx, { member: id, ...by, reason, votingFraud });
      return { success: true };
    }),

  unsuspend: moderatorProcedure
    .meta({
      openapi: { method: "POST", path: "/moderation/users/{id}/unsuspend", tags, summary: "End a suspension" },
      refuses: ["OWN_DECISION", "HAS_INTEREST"],
      stepUp: true,
    })
    .input(unsuspendInput)
    .output(done)
    .mutation(async ({ ctx, input: { id, reason, overturned } }) => {
      const by = { actor: ctx.viewer, refuse: refuseInterested(ctx, areRivals) };
      await unsuspend(ctx, { member: id, ...by, reason, overturned });
      return { success: true };
    }),

  freezeWithdrawals: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/users/{id}/freeze-withdrawals",
        tags,
        summary: "Hold a member's withdrawals for some days, with a reason",
        description: "Until then the member can't post or pay bounties or stake, either. Again sets another end.",
      },
      refuses: ["OWN_DECISION", "HAS_INTEREST", "FREEZE_LIMIT"],
      stepUp: true,
    })
    .input(freezeWithdrawalsInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await freezeWithdrawals(ctx, input, refuseInterested(ctx, areRivals));
      return { success: true };
    }),

  unfreezeWithdrawals: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/users/{id}/unfreeze-withdrawals",
        tags,
        summary: "End a freeze of a member's withdrawals",
      },
      refuses: ["OWN_DECISION", "HAS_INTEREST"],
      stepUp: true,
    })
    .input(unfreezeWithdrawalsInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await unfreezeWithdrawals(ctx, input, refuseInterested(ctx, areRivals));
      return { success: true };
    }),

  closePost: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts/{id}/close",
        tags,
        summary: "Close a post; an unpaid bounty returns to the asker",
        description: "Takes an Idempotency-Key header.",
      },
      refuses: ["OWN_DECISION", "HAS_INTEREST", "POST_CLOSED", "ALREADY_ACCEPTED"],
      idempotent: true,
      stepUp: true,
    })
    .input(closePostInput)
    .output(done)
    .mutation(({ ctx, input }) => closePost(ctx, input)),

  hidden: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/moderation/hidden",
        tags,
        summary: "What of the caller's own was hidden, and why",
      },
    })
    .input(listHiddenInput)
    .output(listHiddenOutput)
    .query(({ ctx, input }) => listHidden(ctx, input)),

  appealHiding: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/hidden/{id}/appeal",
        tags,
        summary: "Appeal against a hiding, once",
      },
      refuses: ["ALREADY_APPEALED", "NO_APPEAL"],
    })
    .input(appealHidingInput)
    .output(appealHidingOutput)
    .mutation(({ ctx, input }) => appealHiding(ctx, input)),
});
