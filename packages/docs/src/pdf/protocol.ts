import { z } from "zod";
import { SLUGS } from "../pages.ts";

/** A page to print, with the operator's configuration. */
export const printJob = z.object({
  id: z.number(),
  slug: z.enum(SLUGS),
  config: z.object({
    origin: z.string(),
    supportEmail: z.string(),
    legalEmail: z.string(),
    sourceUrl: z.string(),
    brand: z.object({ name: z.string(), accent: z.string(), soft: z.string(), logo: z.string().nullable() }),
  }),
});
export type PrintJob = z.infer<typeof printJob>;

/** The outcome of a job. Bytes pass between processes unchanged. */
export const printResult = z.discriminatedUnion("outcome", [
  z.object({ id: z.number(), outcome: z.literal("printed"), pdf: z.instanceof(Uint8Array) }),
  z.object({ id: z.number(), outcome: z.literal("failed"), reason: z.string() }),
]);
export type PrintResult = z.infer<typeof printResult>;
