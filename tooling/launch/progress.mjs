// Progress of the launchers: one line per step, animated in a terminal, plain in a log.

const live = Boolean(process.stdout.isTTY) && !process.env.CI;
const colour = live && !process.env.NO_COLOR;
const paint = (/** @type {number} */ code, /** @type {string} */ text) =>
  colour ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = (/** @type {string} */ text) => paint(1, text);
export const dim = (/** @type {string} */ text) => paint(2, text);
export const red = (/** @type {string} */ text) => paint(31, text);
export const green = (/** @type {string} */ text) => paint(32, text);

/**
 * Announces a step that may take a while.
 * @param {string} title what is going on, such as "Installing packages"
 */
export function step(title) {
  const from = Date.now();
  const frames = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"];
  let detail = "";
  let turn = 0;
  const draw = () => {
    const tail = [elapsed(from), detail].filter(Boolean).join(" · ");
    const width = (process.stdout.columns || 80) - 1;
    const text = `${frames[turn++ % frames.length]} ${title} ${tail}`.slice(0, width);
    process.stdout.write(`\r\u001b[2K${text}`);
  };
  const timer = live ? setInterval(draw, 120) : undefined;
  if (live) draw();
  else process.stdout.write(`${title} …\n`);

  const end = (/** @type {string} */ line) => {
    clearInterval(timer);
    process.stdout.write(live ? `\r\u001b[2K${line}\n` : `${line}\n`);
  };
  return {
    /** Shows a detail, in a terminal only. */
    update: (/** @type {string} */ text) => {
      detail = text;
    },
    done: (text = title) => end(`${green("✓")} ${text} ${dim(elapsed(from))}`),
    fail: (text = title) => end(`${red("✗")} ${text} ${dim(elapsed(from))}`),
  };
}

/** Prints a heading between the parts of a long run. @param {string} text */
export function heading(text) {
  process.stdout.write(`\n${bold(`── ${text} ${"─".repeat(Math.max(0, 60 - text.length))}`)}\n`);
}

/** Prints a sentence on stderr and exits. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  process.stderr.write(`\n${red("✗")} ${sentence}\n`);
  process.exit(1);
}

/** @param {number} from milliseconds since the epoch */
export function elapsed(from) {
  const tenths = Math.round((Date.now() - from) / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(tenths / 10);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
