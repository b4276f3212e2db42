import {
  addTagsInput,
  addTagsOutput,
  checkSetupInput,
  createFirstAdminInput,
  createFirstAdminOutput,
  done,
  PASSWORD_CODES,
  setupStateOutput,
  testChainOutput,
  testMailInput,
  testMailOutput,
} from "@bbux/contract";
import { signedIn } from "../../people/accounts/index.ts";
import { adminProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { checkSetupLink, createFirstAdmin } from "./link.commands.ts";
import { addTags, setupState } from "./tags.commands.ts";
import { testChain, testMail } from "./tests.command.ts";

const tags = ["setup"];

export const setupRouter = router({
  check: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/setup/check",
        tags,
        protect: false,
        summary: "Whether a setup link still works",
        description: "The start of a platform without an admin prints one. It works once, for 24 hours.",
      },
      refuses: ["FORBIDDEN"],
    })
    .input(checkSetupInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await checkSetupLink(ctx, input.token);
      return { success: true };
    }),

  createAdmin: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/setup/admin",
        tags,
        protect: false,
        summary: "Open the account of the first admin with a setup link",
      },
      refuses: ["FORBIDDEN", "USERNAME_TAKEN", "EMAIL_TAKEN", ...PASSWORD_CODES],
    })
    .input(createFirstAdminInput)
    .output(createFirstAdminOutput)
    .mutation(async ({ ctx, input }) => {
      const { user } = signedIn(ctx, await createFirstAdmin(ctx, input));
      return { success: true, user };
    }),

  state: adminProcedure
    .meta({ openapi: { method: "GET", path: "/admin/setup", tags, summary: "What a new platform can begin with" } })
    .output(setupStateOutput)
    .query(({ ctx }) => setupState(ctx)),

  addTags: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/setup/tags",
        tags,
        summary: "Add tag sets or individual tags",
        description:
          "At least one set or name. Members can't ask without tags. Tags of a set that are there already stay as they are.",
      },
      refuses: ["TAG_EXISTS"],
    })
    .input(addTagsInput)
    .output(addTagsOutput)
    .mutation(async ({ ctx, input }) => ({ success: true, added: await addTags(ctx, input) })),

  testMail: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/setup/mail", tags, summary: "Send a mail to see whether mail works" },
    })
    .input(testMailInput)
    .output(testMailOutput)
    .mutation(({ ctx, input }) => testMail(ctx, input.email)),

  testChain: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/setup/chain",
        tags,
        summary: "Ask the chain's node and the signer whether they answer",
      },
    })
    .output(testChainOutput)
    .mutation(({ ctx }) => testChain(ctx)),
});
