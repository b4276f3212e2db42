/** The box that a chart is drawn in; it is stretched to its place. */
export const BOX = { width: 600, height: 100 } as const;
