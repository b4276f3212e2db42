import { DEVICE_NAMES, HOLD_CAUSES, PARAMETERS } from "@bbux/contract";

const NAME = /^[\w-]{1,40}$/;
const TITLE = /^“[^”]*”$|^a post that's no longer visible$/;
/** A count. */
export const NUMBER = /^(?:\d[\d,.]*|no|one|two|three)$/;
const WORD = /^\S+$/;
const DEVICE = new RegExp(`^(?:${DEVICE_NAMES.join("|")})$`);
/** A service, or an account there. */
const ACCOUNT = /^[^“”:]{1,120}$/;
const SIZE = /^\d+ MB$/;

const counted = (...things: readonly string[]) => things.flatMap((thing) => [`{0} ${thing}`, `{0} ${thing}s`]);
const limited = (...limits: readonly string[]) => limits.flatMap((limit) => [limit, `${limit}s`]);
const each = (parts: readonly string[], values: RegExp) => parts.map((part) => [part, values] as const);

/**
 * What code makes from names, counts and titles and puts into other sentences, with what its values look like. Only these are
 * translated inside a sentence: anything else there is what somebody wrote or chose.
 */
export const PARTS: ReadonlyMap<string, RegExp> = new Map([
  ...each(["{0} and {1}", "{0}, {1} and {2}", "{0}, {1} and others"], NAME),
  ...each(["post {0}", "answer on {0}", "comment on {0}"], TITLE),
  ...each(["message in {0}", "passkey {0}"], /^“[^”]*”$/),
  ...each(counted("new answer", "new comment", "upvote", "second", "minute", "hour"), NUMBER),
  ...each(
    limited(
      "ask {0} question",
      "give {0} answer",
      "write {0} comment",
      "cast {0} vote",
      "send {0} flag",
      "propose {0} tag",
    ),
    NUMBER,
  ),
  ...each(limited("add {0} link", "make {0} mention", "write {0} character", "send {0} message"), NUMBER),
  ...each(["upload {0}"], SIZE),
  // The only “on” between two names: an amount and its day are one sentence with more words.
  ...each(["{0} on {1}", "A browser on {0}"], DEVICE),
  ...each(["{0} account {1}", "{0} account", "This {0} account"], ACCOUNT),
  // The platform's name, as mails write it while they look up a sentence.
  ...each(["Open {0}"], /^\uE000$/),
  ...each(["{0}% a day"], /^\d+(?:\.\d+)?$/),
  ...each(["{0} BBUX to {1}", "{0} at {1} UTC", "wallet {0}"], WORD),
  ...each(
    Object.values(PARAMETERS).map(({ title }) => title),
    /^$/,
  ),
  ...each(
    [
      "a post that's no longer visible",
      "This wallet",
      "authenticator app",
      "the best answer",
      ...Object.values(HOLD_CAUSES),
    ],
    /^$/,
  ),
]);

/** Small numbers stand as words in English sentences. */
export const DIGITS: Readonly<Record<string, string>> = { no: "0", one: "1", two: "2", three: "3" };
