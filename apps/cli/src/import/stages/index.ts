import type { Stage } from "../context.ts";
import { answersStage } from "./answers.ts";
import { questionsStage } from "./questions.ts";
import { tagsStage } from "./tags.ts";
import { usersStage } from "./users.ts";

/** In this order: each finds what it refers to. */
export const stages: readonly Stage<unknown>[] = [usersStage, tagsStage, questionsStage, answersStage];
