import { createRequire } from "node:module";
import type AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

interface Axe {
  run(where: object, options: object): Promise<{ violations: Violations }>;
}

const { source } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))("axe-core");

/** The rules of axe that find nothing serious or critical. Finding landmarks and regions takes a fifth of its time. */
const HARMLESS = [
  "aria-allowed-role",
  "aria-deprecated-role",
  "empty-heading",
  "empty-table-header",
  "form-field-multiple-labels",
  "heading-order",
  "html-xml-lang-mismatch",
  "image-redundant-alt",
  "landmark-banner-is-top-level",
  "landmark-contentinfo-is-top-level",
  "landmark-main-is-top-level",
  "landmark-no-duplicate-banner",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "landmark-unique",
  "meta-viewport",
  "meta-viewport-large",
  "no-autoplay-audio",
  "page-has-heading-one",
  "presentation-role-conflict",
  "region",
  "scope-attr-valid",
  "server-side-image-map",
  "skip-link",
  "table-duplicate-name",
];

interface Where {
  /** The parts to check; by default the whole page. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** What is taken out of the page meanwhile: axe builds a tree of excluded parts too, which may take half a minute. */
  readonly without?: readonly string[];
  /** Checks colors only, because nothing else depends on the color scheme. */
  readonly colors?: boolean;
  /** Leaves out the rules whose violations are never serious. */
  readonly serious?: boolean;
}

/**
 * Runs axe in the page itself and without the list of passes: axe's own builder opens a page for each report and takes
 * five times as long.
 */
async function run(
  page: Page,
  { include, exclude = [], without = [], colors = false, serious = false }: Where,
): Promise<Violations> {
  await atRest(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ colors, without, unused, ...where }) => {
      const axe: Axe = Reflect.get(window, "axe");
      const found = { ...(where.include && { include: where.include }), exclude: where.exclude };
      const away = without
        .flatMap((selector) => [...document.querySelectorAll(selector)])
        .map((element) => ({ element, place: document.createComment("") }));
      for (const { element, place } of away) if (element.isConnected) element.replaceWith(place);
      try {
        const { violations } = await axe.run(found, {
          resultTypes: ["violations"],
          rules: Object.fromEntries(unused.map((rule) => [rule, { enabled: false }])),
          ...(colors && { runOnly: ["color-contrast", "link-in-text-block"] }),
        });
        return violations;
      } finally {
        for (const { element, place } of away) if (place.parentNode) place.replaceWith(element);
      }
    },
    {
      colors,
      without,
      unused: serious ? HARMLESS : [],
      include: include?.map((part) => [part]),
      exclude: exclude.map((part) => [part]),
    },
  );
}

/**
 * Waits until the color scheme is the requested one and no transition is running, because intermediate colors belong to
 * neither.
 */
async function atRest(page: Page): Promise<void> {
  const rests = () => {
    const root = document.documentElement;
    const wanted = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const { mantineColorScheme: scheme = wanted } = root.dataset;
    // An inherited color starts its transition when the parent's has ended.
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    const ending = moving.filter(({ playState }) => playState === "running");
    for (const animation of ending) animation.finish();
    return scheme === wanted && ending.length === 0;
  };
  await page.waitForFunction(rests, undefined, { polling: 20 });
}

/** Returns all violations as text. */
export async function faults(page: Page, where: Where = {}): Promise<string[]> {
  return (await run(page, where)).map(inWords(page));
}

/** Returns serious and critical violations as text. */
export async function seriousFaults(page: Page, where: Where = {}): Promise<string[]> {
  const found = await run(page, { ...where, serious: true });
  return found.filter(({ impact }) => impact === "serious" || impact === "critical").map(inWords(page));
}

function inWords(page: Page) {
  const { pathname } = new URL(page.url());
  return ({ id, nodes }: Violations[number]) => `${pathname}: ${id} at ${nodes.map(({ target }) => target).join("; ")}`;
}
