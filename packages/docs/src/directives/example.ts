import { exampleSource } from "../files.ts";
import { block } from "../tree.ts";
import type { Directive } from "./directive.ts";

const LANGUAGES = [
  { extension: "js", language: "javascript", title: "JavaScript" },
  { extension: "py", language: "python", title: "Python" },
  { extension: "sh", language: "bash", title: "cURL" },
] as const;

/** One example in three languages, from files that a test runs against the API. */
export const example: Directive = ({ attributes, complain }) => {
  const { name = "" } = attributes;
  const blocks = LANGUAGES.flatMap(({ extension, language, title }) => {
    const value = exampleSource(name, extension);
    if (value === null) {
      complain(`packages/docs/examples/${name}.${extension} is not there`);
      return [];
    }
    return [block("tab", { title }, [{ type: "code", lang: language, value }])];
  });
  return [block("tabs", {}, blocks)];
};
