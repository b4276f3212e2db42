// The proof of reserves: how it is put into words.
export { Checked } from "./Checked.tsx";
export { verdictOf } from "./verdict.ts";
