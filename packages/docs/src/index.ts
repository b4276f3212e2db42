export { type CompiledPage, compilePage, compileSource, type Section, type TocEntry } from "./compile.ts";
export { addressOf, CATEGORIES, type Category, hasAddress, isSlug, pdfAddressOf, SLUGS, type Slug } from "./pages.ts";
export { DocsError, type Problem } from "./problems.ts";
export { CONFIG_NAMES, type ConfigName, DEFAULT_CONFIG, type DocsConfig } from "./values.ts";
