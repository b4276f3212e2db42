// In place of "@mantine/core" in the app (build/library.ts): fills the theme before any component can read it.
import "./fillTheme.ts";

export * from "@mantine/core";
