import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { theme } from "../theme.ts";
import { lateTheme } from "./lateTheme.ts";

Object.assign(lateTheme, mergeMantineTheme(DEFAULT_THEME, theme));
