/**
 * What shortcuts do on the page that is shown. They press its own buttons, found by `data-act`, so that rules, calls and words
 * stand in one place.
 */

/** Presses the first button for `act` that can be seen, in `scope` or on the whole page. @returns whether there was one */
function press(act: string, scope: ParentNode = document): boolean {
  for (const button of scope.querySelectorAll<HTMLElement>(`[data-act="${act}"]`)) {
    if (button.offsetParent === null && getComputedStyle(button).position !== "fixed") continue;
    button.click();
    return true;
  }
  return false;
}

/** The answer, comment or row that has the focus; else the page's own post. `null` where the page has none. */
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

/** Puts the cursor into the form for a new answer. */
export function writeAnswer(): boolean {
  const field = document.querySelector<HTMLElement>("main [data-new-answer] textarea");
  if (!field) return false;
  field.focus();
  field.scrollIntoView({ block: "center" });
  return true;
}

/** Puts the cursor into the community's own search field, where the page has one. */
export function focusFeedSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main [data-feed-search] input[type=search]");
  if (!field) return false;
  field.focus();
  field.select();
  return true;
}

/** Goes to the next row of the page's list, or to the one before: its title takes the focus, and Enter opens it. */
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
