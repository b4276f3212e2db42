import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const teal: MantineColorsTuple = [
  ...(["#e9f3f1", "#d2e7e3", "#a5d0c8", "#7cc4b8", "#4fa396"] as const),
  ...(["#348d80", "#1f7a6e", "#17665c", "#0f544c", "#0a3d37"] as const),
];
const amber: MantineColorsTuple = [
  ...(["#fdf6e7", "#fbf0d6", "#f3dcab", "#ebc67b", "#e3b04f"] as const),
  ...(["#d09733", "#b27a1b", "#8a5600", "#6d4400", "#4c3000"] as const),
];
const gray: MantineColorsTuple = [
  ...(["#faf9f6", "#f3f1ec", "#eae7e0", "#dedad1", "#cbc6bb"] as const),
  ...(["#a39d92", "#7c766b", "#5f5a51", "#403c36", "#26231f"] as const),
];
const dark: MantineColorsTuple = [
  ...(["#ece8e1", "#c0bab0", "#9c958a", "#847d72", "#312e2a"] as const),
  ...(["#272522", "#1d1b19", "#161513", "#121110", "#0c0b0a"] as const),
];
const green: MantineColorsTuple = [
  ...(["#eef6ea", "#dcebd5", "#bbd8b1", "#98c48a", "#79b269"] as const),
  ...(["#5f9d50", "#47863c", "#366f30", "#2b6e2f", "#1d4f21"] as const),
];
const red: MantineColorsTuple = [
  ...(["#fbeeeb", "#f6dad5", "#efb8af", "#f1948a", "#dd6a5c"] as const),
  ...(["#cb4a3b", "#b83528", "#b02a1e", "#8c2016", "#66150e"] as const),
];

export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: { light: 8, dark: 6 },
  colors: { teal, amber, gray, dark, green, red },
  black: "#1f1c18",
  fontFamily: "var(--font-text)",
  fontFamilyMonospace: "var(--font-code)",
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "var(--text-5)", lineHeight: "1.2" },
      h2: { fontSize: "var(--text-4)", lineHeight: "1.3" },
      h3: { fontSize: "var(--text-3)", lineHeight: "1.4" },
    },
  },
  fontSizes: {
    xs: "var(--text-1)",
    sm: "var(--text-2)",
    md: "var(--text-3)",
    lg: "var(--text-4)",
    xl: "var(--text-5)",
  },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "8px", xl: "8px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    // All floating elements live in the global overlay.
    Portal: { defaultProps: { target: "#overlay" } },
    Text: { defaultProps: { size: "sm" } },
    Button: { defaultProps: { size: "sm" } },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: false, transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "md",
        overlayProps: { backgroundOpacity: 0.45 },
        // The page keeps its scroll bar (base.css), so compensating for it would shift the page.
        removeScrollProps: { removeScrollBar: false },
      },
    },
    Menu: { defaultProps: { radius: "md", shadow: "md", transitionProps: { duration: 120 } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Put this notice away" } } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Skeleton: { defaultProps: { radius: "sm" } },
  },
});

/** Points Mantine's own variables at our tokens, so that both look alike. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--canvas)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-dimmed": "var(--ink-3)",
    "--mantine-color-placeholder": "var(--ink-3)",
    "--mantine-color-anchor": "var(--link)",
    "--mantine-color-error": "var(--bad)",
    "--mantine-color-default": "var(--surface)",
    "--mantine-color-default-hover": "var(--hover)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": "var(--line-strong)",
    "--mantine-shadow-xs": "none",
    "--mantine-shadow-sm": "none",
    "--mantine-shadow-md": "var(--float)",
    "--mantine-shadow-lg": "var(--float)",
    "--mantine-shadow-xl": "var(--float)",
  };
  return { variables: {}, light: shared, dark: shared };
};
