import type { MantineTheme } from "@mantine/core";

/** The theme that every component of the library reads. Empty until the first of them loads (fillTheme.ts). */
export const lateTheme = {} as MantineTheme;
