import { notFound } from "@tanstack/react-router";
import type { LoadedPage } from "./catalogue.ts";

/** For loaders: the page, or the app's page of what is not there. The catalogue comes with the first page that is read. */
export async function docsLoader(slug: string): Promise<LoadedPage> {
  const { loadPage } = await import("./catalogue.ts");
  const page = await loadPage(slug);
  if (!page) throw notFound();
  return page;
}
