// The days between closing an account that holds BBUX and its end, in which a mailed link keeps it.
export { beginClosing, keepAccount } from "./closing.command.ts";
export { requireNotClosing } from "./closing.query.ts";
export { keepLinkToken, readKeepToken } from "./keep-link.ts";
