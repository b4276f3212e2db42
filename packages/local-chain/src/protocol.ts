import { z } from "zod";

/** What the process of the chain is started with, as JSON in its first argument. */
export const childOptions = z.object({
  dataDir: z.string().nullable(),
  host: z.string(),
  port: z.number().int().min(0).max(65_535),
  slotMs: z.number().min(1),
  confirmedAfter: z.number().int().min(0),
  finalizedAfter: z.number().int().min(0),
  control: z.boolean(),
});
export type ChildOptions = z.output<typeof childOptions>;

/** What it tells its parent: that it listens, or why it never will (trying again would not help). */
export const fromChild = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), port: z.number() }),
  z.object({ type: z.literal("refused"), message: z.string() }),
]);
export type FromChild = z.output<typeof fromChild>;

/** Told to it: finish what is under way and end. */
export const STOP = "stop";
