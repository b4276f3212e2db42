import "./Markdown.mathStyles.ts";

export { mathPlugins } from "@bbux/markdown/math";
