import { ERROR_CODES, ERRORS } from "@bbux/contract";
import { code, table, text } from "../tree.ts";
import type { Directive } from "./directive.ts";

/** Every way a call can fail. */
export const errorCodes: Directive = () => [
  table(
    ["Status", "Code", "Sentence"],
    ERROR_CODES.map((name) => [[text(String(ERRORS[name].status))], [code(name)], [text(ERRORS[name].message)]]),
  ),
];
