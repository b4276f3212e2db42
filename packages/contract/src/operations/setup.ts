import { z } from "zod";
import { tagName } from "../content/tags.ts";
import { email, newPassword, user, username } from "../people/auth.ts";
import { rawText } from "../platform/text.ts";

const token = rawText({ min: 1, max: 200 }).meta({ description: "From the link that the start prints" });

export const checkSetupInput = z.object({ token });

/** The first admin. Nothing confirms the address: whoever opens the link runs the platform. */
export const createFirstAdminInput = z.object({ token, username, email, password: newPassword });
export const createFirstAdminOutput = z.object({ success: z.literal(true), user });

/** Tags for a beginning, without which members can't ask. */
export const tagSet = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.object({ name: z.string(), description: z.string(), added: z.boolean() })),
    added: z.boolean().meta({ description: "Whether all of its tags are there" }),
  })
  .meta({ id: "TagSet" });
export type TagSet = z.infer<typeof tagSet>;

export const setupStateOutput = z.object({
  tagSets: z.array(tagSet),
  tagCount: z.int().meta({ description: "Tags that members can use now" }),
  sendsMail: z.boolean().meta({ description: "Whether a mail server is configured; without one, mails become files" }),
});
export type SetupState = z.infer<typeof setupStateOutput>;

export const addTagsInput = z
  .object({
    sets: z.array(z.string().max(40)).max(20).default([]).meta({ description: "Ids of sets" }),
    names: z.array(tagName).max(20).default([]).meta({ description: "Names of other tags to add" }),
  })
  .refine(({ sets, names }) => sets.length + names.length > 0, { path: ["sets"], message: "Choose at least one tag" });
export const addTagsOutput = z.object({
  success: z.literal(true),
  added: z.array(z.string()).meta({ description: "Names of the tags that weren't there before" }),
});

/** What a test found. */
const testResult = { ok: z.boolean(), message: z.string().meta({ description: "For the operator to read" }) };

export const testMailInput = z.object({ email });
export const testMailOutput = z.object({ success: z.literal(true), ...testResult });

export const testChainOutput = z.object({
  success: z.literal(true),
  chain: z.object({ ...testResult, slot: z.int().nullable().meta({ description: "The latest final slot" }) }),
  signer: z.object(testResult),
});
export type ChainTest = z.infer<typeof testChainOutput>;
