// Generated at build time by the plugin of packages/docs (packages/docs/src/vite.ts).

declare module "virtual:docs" {
  interface DocsMeta {
    readonly slug: string;
    readonly title: string;
    readonly description: string;
    readonly category: "overview" | "user" | "developer" | "legal";
    readonly order: number;
    /** A day, `2026-03-01`. */
    readonly updated: string;
    /** The page's address. */
    readonly address: string;
    /** The PDF's address. */
    readonly pdf: string;
  }
  interface DocsBody {
    readonly html: string;
    readonly toc: readonly { readonly id: string; readonly title: string; readonly depth: 2 | 3 }[];
  }
  interface DocsSection {
    /** Address with the anchor. */
    readonly id: string;
    readonly page: string;
    readonly title: string;
    readonly text: string;
  }
  export const pages: readonly DocsMeta[];
  export const bodies: Readonly<Record<string, () => Promise<{ default: DocsBody }>>>;
  export const searchable: () => Promise<{ default: DocsSection[] }>;
  export type { DocsBody, DocsMeta, DocsSection };
}
