import type { ElementContent } from "hast";
import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);
lowlight.registerAlias({
  bash: ["sh", "shell", "console"],
  javascript: ["js"],
  typescript: ["ts", "tsx"],
  ini: ["env"],
});

/** The code's tokens with highlight.js' classes, or plain text if the language is unknown. */
export function highlighted(code: string, language: string | null | undefined): ElementContent[] {
  if (!language || !lowlight.registered(language)) return [{ type: "text", value: code }];
  return lowlight.highlight(language, code).children.filter((child) => child.type !== "doctype");
}
