import { z } from "zod";
import { id } from "../platform/ids.ts";

/** The first steps of a new member, each done or not. */
export const welcome = z
  .object({
    followedTags: z.boolean().meta({ description: "Follows a tag" }),
    readQuestion: z.boolean().meta({ description: "Has opened another member's post, or answered one" }),
    receivedBbux: z.boolean().meta({ description: "BBUX was credited at least once" }),
    dismissed: z.boolean(),
  })
  .meta({ id: "Welcome" });
export type Welcome = z.infer<typeof welcome>;

export const welcomeOutput = z.object({
  welcome: welcome.nullable().meta({ description: "null for members who signed up before there were first steps" }),
});

export const changeWelcomeInput = z.object({ dismissed: z.boolean() });

export const readQuestionInput = z.object({ postId: id });
