/** The viewBox of a chart, which is stretched to its container. */
export const BOX = { width: 600, height: 100 } as const;
