/** Names a proposal in the transparency log. */
export function subjectOf(id: string): string {
  return `proposal:${id}`;
}
