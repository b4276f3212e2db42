import { adapter } from "@wuchale/jsx";
import { defaultHeuristic, type HeuristicFunc } from "wuchale";

/**
 * What looks like a text and is none: names of keys, errors and headers, states of the wallet adapters, what a browser calls
 * itself. A translation of these would break what compares them.
 */
const NAMES =
  /^(Arrow(Up|Down|Left|Right)|Enter|Escape|Shift|CapsLock|Tab|Mod|Home|End|Idempotency-Key|UploadFailed|\w*Error|Files|Mozilla|Installed|Loadable|NotDetected|Unsupported)$/;

/** Attributes whose words are read by people, whatever they begin with. */
const SPOKEN = /^(title|label|placeholder|description|alt|aria-(label|description|roledescription|valuetext))$/;
/** Attributes that hold no words. */
const SILENT =
  /^(className|classNames|d|viewBox|points|transform|style|key|id|name|href|to|src|type|rel|lang|dateTime)$/;
/** Files whose words are names of things, the same in every language. */
const UNTOLD = /(^|\/)(CodeBlock\.languages|emoji\.data|theme|device)\.tsx?$/;

/** Two or more words of prose in small letters: "to the wallet", not "visually-hidden reach" nor a selector. */
const STYLE = /[(;]\d|\d(px|rem|em|dvh|ms)\b|nofollow/;
const PROSE = /^\p{Ll}[\p{L}\p{N}'’,;:.!?()“”%{}-]*( [\p{L}\p{N}'’,;:.!?()“”%{}+-]+)+[.:]?$/u;

/** Which strings are texts of the screens. Markup always is; elsewhere what begins as a sentence does. */
export const isText: HeuristicFunc = (message) => {
  const { scope, attribute, call, file } = message.details;
  const text = message.msgStr.join(" ").trim();
  if (UNTOLD.test(file ?? "") || NAMES.test(text) || !/\p{L}{2}/u.test(text)) return false;
  if (attribute !== undefined && SILENT.test(attribute)) return false;
  if (attribute !== undefined && SPOKEN.test(attribute)) return "message";
  if (defaultHeuristic(message)) return "message";
  // The word after a count, and the rest of a sentence that something else begins.
  return scope === "script" && attribute === undefined && call === undefined && PROSE.test(text) && !STYLE.test(text)
    ? "message"
    : false;
};

/** The name under which a transformed module has the catalogue: it is imported, so that no component needs a hook for it. */
export const RUNTIME = "_w_runtime_";

const plain = { wrapInit: (expression: string) => expression, wrapUse: (expression: string) => expression };

/** Reads a file's texts and, for a build with translations, puts a look-up in the place of each. */
export const screens = adapter({
  loader: "custom",
  heuristic: isText,
  // plural(count, ["# answer", "# answers"]): components/TimeAgo.format.ts
  patterns: [{ name: "plural", args: ["other", "message", "pluralFunc"] }],
  runtime: { initReactive: () => null, useReactive: false, plain, reactive: plain },
});
