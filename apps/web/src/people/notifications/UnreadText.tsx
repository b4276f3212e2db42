/** The badge's count as part of a button's accessible name. */
export function UnreadText({ unread }: { unread: number }) {
  return unread > 0 ? <span className="visually-hidden">({unread} unread)</span> : null;
}
