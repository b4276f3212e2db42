/** What the badge says, as a part of the name of a button that has words already. */
export function UnreadWords({ unread }: { unread: number }) {
  return unread > 0 ? <span className="visually-hidden">({unread} unread)</span> : null;
}
