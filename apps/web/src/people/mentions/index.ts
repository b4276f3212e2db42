// Completing a mention while a text is written.
export { NameList } from "./NameList.tsx";
export { useMention } from "./useMention.ts";
