import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import type { ExportPopupProps } from "./ExportMenu.popup.tsx";
import classes from "./FeedToolbar.module.css";

const load = () => import("./ExportMenu.popup.tsx");

/** Exports the current result as a file. */
export function ExportMenu({ search }: ExportPopupProps) {
  const button = (
    <ActionIcon className={classes.export} variant="default" aria-label="Export" title="Export">
      <IconDownload size={18} aria-hidden />
    </ActionIcon>
  );
  return <DeferredPopup kind="menu" load={load} button={button} props={{ search }} />;
}
