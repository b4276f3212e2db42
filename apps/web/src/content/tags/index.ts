// Tags: choosing among them.
export { TagSelect } from "./TagSelect.tsx";
