import type { DemoPost } from "../demo.types.ts";
import { databases } from "./databases.ts";
import { languages } from "./languages.ts";
import { migrations } from "./migrations.ts";
import { money } from "./money.ts";
import { practice } from "./practice.ts";
import { science } from "./science.ts";
import { solana } from "./solana.ts";
import { web } from "./web.ts";

/** In any order, because each post has its age. */
export const posts: readonly DemoPost[] = [
  ...databases,
  ...languages,
  ...migrations,
  ...money,
  ...practice,
  ...science,
  ...solana,
  ...web,
];
