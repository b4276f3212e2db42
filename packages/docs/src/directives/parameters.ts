import { formatParameter, PARAMETER_NAMES, PARAMETERS } from "@bbux/contract";
import { code, table, text } from "../tree.ts";
import type { Directive } from "./directive.ts";

/** What proposals may change, with defaults and bounds. */
export const parameters: Directive = () => [
  table(
    ["Parameter", "What it is", "Default", "From", "To"],
    PARAMETER_NAMES.map((name) => {
      const { title, says, default: standard, min, max } = PARAMETERS[name];
      const shown = (value: bigint) => [text(formatParameter(name, value))];
      return [[text(`${title} `), code(name)], [text(says)], shown(standard), shown(min), shown(max)];
    }),
  ),
];
