import { PAGES, type PagePath } from "@bbux/contract";
import { pageHead } from "../../head.ts";

/** Title and description of a page of the documentation, those of the hub where there is none. */
export function docsHead(path: string) {
  return pageHead(isPage(path) ? path : "/docs");
}

function isPage(path: string): path is PagePath {
  return Object.hasOwn(PAGES, path);
}
