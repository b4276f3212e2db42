import { expect, it } from "vitest";
import { pageWindow } from "./Pager.window.ts";

it.each([
  [1, 0, []],
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5]],
  [3, 20, [1, 2, 3, 4, 5]],
  [4, 20, [2, 3, 4, 5, 6]],
  [10, 20, [8, 9, 10, 11, 12]],
  [19, 20, [16, 17, 18, 19, 20]],
  [20, 20, [16, 17, 18, 19, 20]],
  // For a page past the end, as in an old link, shows the last window, so that there is a way back.
  [99, 20, [16, 17, 18, 19, 20]],
])("page %i of %i shows the window %j of at most five [C9.02]", (page, pages, expected) => {
  expect(pageWindow(page, pages)).toEqual(expected);
});
