import { z } from "zod";

/** What the chain's process is started with, as JSON in its first argument, or as a message once it was parked. */
export const childOptions = z.object({
  dataDir: z.string().nullable(),
  host: z.string(),
  port: z.number().int().min(0).max(65_535),
  slotMs: z.number().min(1),
  confirmedAfter: z.number().int().min(0),
  finalizedAfter: z.number().int().min(0),
  callsPerSlot: z.number().int().min(0),
  control: z.boolean(),
});
export type ChildOptions = z.output<typeof childOptions>;

/** Messages to the parent: the chain is listening, or it can't start and a retry wouldn't help. */
export const fromChild = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), port: z.number() }),
  z.object({ type: z.literal("refused"), message: z.string() }),
]);
export type FromChild = z.output<typeof fromChild>;

/** Tells the process to finish its work and exit. */
export const STOP = "stop";

/** Tells the process to end its chain and wait for the options of the next one, which begins empty. */
export const PARK = "park";
