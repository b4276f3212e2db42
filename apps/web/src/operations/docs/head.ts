import { PAGES, type PagePath } from "@bbux/contract";
import { pageHead } from "../../lib/head.ts";

/** Returns title and description of a documentation page, or the hub's if there is no such page. */
export function docsHead(path: string) {
  return pageHead(isPage(path) ? path : "/docs");
}

function isPage(path: string): path is PagePath {
  return Object.hasOwn(PAGES, path);
}
