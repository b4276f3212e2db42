import { z } from "zod";

/** A job: estimate `password`, guessed by someone who knows the words in `about`. */
export const passwordJob = z.object({ id: z.number(), password: z.string(), about: z.array(z.string()) });
export type PasswordJob = z.infer<typeof passwordJob>;

export const passwordResult = z.object({ id: z.number(), isCommon: z.boolean(), isGuessable: z.boolean() });
export type PasswordResult = z.infer<typeof passwordResult>;
