/** How the transparency log names a proposal. */
export function subjectOf(id: string): string {
  return `proposal:${id}`;
}
