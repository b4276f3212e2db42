import type { ElementContent } from "hast";
import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);
lowlight.registerAlias({
  bash: ["sh", "shell", "console"],
  javascript: ["js"],
  typescript: ["ts", "tsx"],
  ini: ["env"],
});

/** Parts of the code with highlight.js' classes, or the text alone where the language is unknown. */
export function highlighted(code: string, language: string | null | undefined): ElementContent[] {
  if (!language || !lowlight.registered(language)) return [{ type: "text", value: code }];
  return lowlight.highlight(language, code).children.filter((child) => child.type !== "doctype");
}
