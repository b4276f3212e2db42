// The HTML of members' texts, which is rendered once.
export { type RenderOptions, type RenderText, renderTexts } from "./render-texts.command.ts";
