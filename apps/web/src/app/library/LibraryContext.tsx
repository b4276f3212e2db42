import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeContext,
  useProviderColorScheme,
} from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { lateTheme } from "./lateTheme.ts";

const manager = localStorageColorSchemeManager();
const getRootElement = () => document.documentElement;

/**
 * Provides what Mantine's components expect around them, and keeps the color scheme, but loads none of their code. Its
 * variables are in a stylesheet (build/library.ts), and the theme is filled in by the first component that loads.
 */
export function LibraryContext({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    manager,
    defaultColorScheme: "auto",
    getRootElement,
    forceColorScheme: undefined,
  });
  const { colorScheme, setColorScheme, clearColorScheme } = scheme;
  const value = useMemo(
    () => ({
      colorScheme,
      setColorScheme,
      clearColorScheme,
      getRootElement,
      classNamesPrefix: "mantine",
      cssVariablesSelector: ":root",
      withStaticClasses: true,
    }),
    [colorScheme, setColorScheme, clearColorScheme],
  );
  return (
    <MantineContext value={value}>
      <MantineThemeContext value={lateTheme}>{children}</MantineThemeContext>
    </MantineContext>
  );
}
