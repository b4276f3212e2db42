import type { Stage } from "../context.ts";
import { answersStage } from "./answers.ts";
import { commentsStage } from "./comments.ts";
import { historyStage } from "./history.ts";
import { linksStage } from "./links.ts";
import { questionsStage } from "./questions.ts";
import { tagsStage } from "./tags.ts";
import { usersStage } from "./users.ts";
import { votesStage } from "./votes.ts";

/** Each stage finds what it refers to, because the stages run in this order. */
export const stages: readonly Stage<unknown>[] = [
  usersStage,
  tagsStage,
  questionsStage,
  answersStage,
  votesStage,
  commentsStage,
  historyStage,
  linksStage,
];
