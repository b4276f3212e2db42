import { readFileSync } from "node:fs";
import { CONFIGURATION } from "../files.ts";
import type { Directive } from "./directive.ts";

/** For fault tests only: operators have no use for it, and its values would fill a page. */
const FOR_TESTS = "`FAILPOINT`";

/**
 * The environment variables of docs/CONFIGURATION.md, or with `only="SMTP_,S3_"` those with these prefixes. Allowed values and the
 * default follow the meaning in the same column, because more columns would be unreadable.
 */
export const configuration: Directive = ({ attributes, complain, read }) => {
  const rows = readFileSync(CONFIGURATION, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(2, -2).split(" | "));
  const prefixes = attributes.only?.split(",").map((prefix) => prefix.trim());
  const wanted = rows.filter(
    ([name = ""]) =>
      name !== FOR_TESTS && (prefixes === undefined || prefixes.some((prefix) => name.startsWith(`\`${prefix}`))),
  );
  if (wanted.length === 0) complain(`no variable begins with ${attributes.only}`);
  const lines = wanted.map(([name, meaning, standard, allowed = "text"]) => {
    const form = allowed === "text" ? "" : ` ${allowed[0]?.toUpperCase()}${allowed.slice(1)}.`;
    const unset = standard === "none" ? "" : ` Default: ${standard}.`;
    return `| ${name} | ${meaning}${form}${unset} |`;
  });
  return read("docs/CONFIGURATION.md", ["| Variable | What it is |", "|---|---|", ...lines].join("\n"));
};
