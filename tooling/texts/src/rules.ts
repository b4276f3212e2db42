import { adapter } from "@wuchale/jsx";
import { defaultHeuristic, type HeuristicFunc } from "wuchale";

/**
 * What looks like a text but isn't: names of keys, errors, and headers, states of the wallet adapters, browser identifiers,
 * refusals by the server, channels. Translating these would break code that compares them.
 */
const NAMES =
  /^(Invalid action|not connected|openid answers|Arrow(Up|Down|Left|Right)|Enter|Escape|Shift|CapsLock|Tab|Mod|Home|End|Idempotency-Key|UploadFailed|\w*Error|Files|Mozilla|Installed|Loadable|NotDetected|Unsupported)$/;

/** Attributes whose values people read, however they begin. */
const READ_ATTRIBUTES =
  /^(title|label|placeholder|description|note|otherwise|consequence|alt|aria-(label|description|roledescription|valuetext))$/;
/** Attributes without words for people. */
const UNREAD_ATTRIBUTES =
  /^(className|classNames|d|viewBox|points|transform|style|key|id|name|href|to|src|type|rel|lang|dateTime|aria-keyshortcuts)$/;
/** Files whose words are proper names, the same in every language. */
const UNTRANSLATED_FILES = /(^|\/)(CodeBlock\.languages|emoji\.data|theme|device)\.tsx?$/;

/** Two or more lowercase words of prose, a value (`#`) being one: "to the wallet" or "asked #", but not "visually-hidden reach" or a selector. */
const STYLE = /[(;]\d|\d(px|rem|em|dvh|ms)\b|nofollow/;
const PROSE = /^\p{Ll}[\p{L}\p{N}'’,;:.!?()“”%{}-]*( [\p{L}\p{N}'’,;:.!?()“”%{}#+-]+)+[.:]?$/u;

/** A template that starts with a value and goes on with a sentence: "{0} You can appeal." */
const SENTENCE_AFTER_VALUE = /^#[^\p{L}\p{N}#]*\p{Lu}\p{Ll}*[ ’'].* /u;
/** A template whose sentence starts with a value: "{0} loses nothing", "{0}'s withdrawals wait", "{0} left". */
const VALUE_FIRST = /^“?#”?%?(['’]s)?[,:]? \(?\p{Ll}[\p{L}'’-]*[.,?!]?( [\p{L}\p{N}#(“].*)?$/u;
/** Calls that read selectors, styles, or routes, and what only developers read. */
const UNREAD_CALLS =
  /(^|\.)(querySelector(All)?|getElementById|closest|matches|setProperty|useMediaQuery|matchMedia|includes|split|startsWith|endsWith|toThrow|warn|error|info)$/;

/** Which strings are screen texts: always in markup; elsewhere, those that start like a sentence. */
export const isText: HeuristicFunc = (message) => {
  const { scope, attribute, call, file } = message.details;
  const text = message.msgStr.join(" ").trim();
  if (UNTRANSLATED_FILES.test(file ?? "") || !/\p{L}{2}/u.test(text)) return false;
  // In markup it is what somebody reads, such as a button “End”.
  if (scope !== "markup" && NAMES.test(text)) return false;
  if (attribute !== undefined && UNREAD_ATTRIBUTES.test(attribute)) return false;
  if (attribute !== undefined && READ_ATTRIBUTES.test(attribute)) return "message";
  if (defaultHeuristic(message)) return "message";
  if (scope !== "script" || attribute !== undefined || UNREAD_CALLS.test(call ?? "")) return false;
  if (SENTENCE_AFTER_VALUE.test(text) || (VALUE_FIRST.test(text) && !STYLE.test(text))) return "message";
  if (call !== undefined) return false;
  // The word after a count, and the rest of a sentence that starts elsewhere.
  return PROSE.test(text) && !STYLE.test(text) ? "message" : false;
};

/** The name of the catalog in a transformed module: it is imported, so no component needs a hook for it. */
export const RUNTIME = "_w_runtime_";

const plain = { wrapInit: (expression: string) => expression, wrapUse: (expression: string) => expression };

/** Reads a file's texts and, for a build with translations, replaces each with a lookup. */
export const screens = adapter({
  loader: "custom",
  heuristic: isText,
  // plural(count, ["# answer", "# answers"]): components/TimeAgo.format.ts
  patterns: [{ name: "plural", args: ["other", "message", "pluralFunc"] }],
  runtime: { initReactive: () => null, useReactive: false, plain, reactive: plain },
});
