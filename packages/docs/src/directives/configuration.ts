import { readFileSync } from "node:fs";
import { CONFIGURATION } from "../files.ts";
import type { Directive } from "./directive.ts";

/** The table of environment variables of docs/CONFIGURATION.md, or with `only="SMTP_,S3_"` those that begin so. */
export const configuration: Directive = ({ attributes, complain, read }) => {
  const lines = readFileSync(CONFIGURATION, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const [head = "", rule = "", ...rows] = lines;
  const prefixes = attributes.only?.split(",").map((prefix) => prefix.trim());
  const wanted = rows.filter((row) => !prefixes || prefixes.some((prefix) => row.startsWith(`| \`${prefix}`)));
  if (wanted.length === 0) complain(`no variable begins with ${attributes.only}`);
  return read("docs/CONFIGURATION.md", [head, rule, ...wanted].join("\n"));
};
