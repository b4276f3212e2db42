import { ActionIcon, Modal } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import classes from "./MediaGrid.module.css";

interface MediaLargeProps {
  readonly pictures: readonly string[];
  /** The address of the open picture. */
  readonly open: string | null;
  readonly onOpen: (url: string | null) => void;
}

/** A post's pictures, one at a time and as large as the window allows. */
export function MediaLarge({ pictures, open, onOpen }: MediaLargeProps) {
  const at = open === null ? -1 : pictures.indexOf(open);
  const go = (step: 1 | -1) => onOpen(pictures.at((at + step) % pictures.length) ?? null);
  function turn({ key }: KeyboardEvent) {
    if (pictures.length > 1 && key === "ArrowRight") go(1);
    if (pictures.length > 1 && key === "ArrowLeft") go(-1);
  }
  return (
    <Modal
      opened={at !== -1}
      onClose={() => onOpen(null)}
      onKeyDown={turn}
      size="xl"
      title={`Picture ${at + 1} of ${pictures.length}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {open && (
        <a href={open} rel="nofollow ugc noopener" target="_blank">
          <img className={classes.large} src={open} alt={`Attachment ${at + 1}`} referrerPolicy="no-referrer" />
        </a>
      )}
      {pictures.length > 1 && (
        <div className={classes.step}>
          <ActionIcon variant="default" aria-label="Previous picture" onClick={() => go(-1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Next picture" onClick={() => go(1)}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </Modal>
  );
}
