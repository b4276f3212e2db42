import { notFound } from "@tanstack/react-router";
import type { LoadedPage } from "./catalogue.ts";

/** For loaders: the page, or the app's not-found page. The catalog loads with the first page. */
export async function docsLoader(slug: string): Promise<LoadedPage> {
  const { loadPage } = await import("./catalogue.ts");
  const page = await loadPage(slug);
  if (!page) throw notFound();
  return page;
}
