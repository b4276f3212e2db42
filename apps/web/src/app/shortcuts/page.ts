/**
 * What shortcuts do on the current page. They press its own buttons, found by `data-act`, so that rules, calls and
 * texts have one home.
 */

/** Presses the first visible button for `act`, in `scope` or on the whole page. @returns whether there was one */
function press(act: string, scope: ParentNode = document): boolean {
  for (const button of scope.querySelectorAll<HTMLElement>(`[data-act="${act}"]`)) {
    if (button.offsetParent === null && getComputedStyle(button).position !== "fixed") continue;
    button.click();
    return true;
  }
  return false;
}

/**
 * Returns the answer, comment or row that has the focus, otherwise the page's own post, or `null` where there is none.
 */
function article(): ParentNode | null {
  const here = document.activeElement?.closest("article") ?? null;
  return here ?? document.querySelector("main [data-post]");
}

function pressHere(act: string): boolean {
  const scope = article();
  return scope !== null && press(act, scope);
}

export const upvote = (): boolean => pressHere("upvote");
export const bookmark = (): boolean => pressHere("bookmark");
export const openNotifications = (): boolean => press("notifications");

/** Puts the cursor into the new-answer form. */
export function writeAnswer(): boolean {
  const field = document.querySelector<HTMLElement>("main [data-new-answer] textarea");
  if (!field) return false;
  field.focus();
  field.scrollIntoView({ block: "center" });
  return true;
}

/** Puts the cursor into the community's search field, where the page has one. */
export function focusFeedSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("[data-feed-search] input");
  if (!field) return false;
  field.focus();
  field.select();
  return true;
}

/** Focuses the title of the next or previous row of the page's list, which Enter then opens. */
export function moveInRows(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-rows] > *")].filter(
    (row) => titleOf(row) !== null,
  );
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? rows[0] : rows[at + by];
  if (!next) return rows.length > 0;
  titleOf(next)?.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
  return true;
}

function titleOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>("h2 a, h3 a, h4 a");
}
