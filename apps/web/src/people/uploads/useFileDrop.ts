import { type ClipboardEvent, type DragEvent, useState } from "react";
import { filesOf } from "./file.ts";

/**
 * Lets an element accept files by drop or paste, unless an element inside has already handled them.
 * @returns handlers for the element, and whether files are being dragged over it
 */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [dragging, setDragging] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setDragging(true);
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) setDragging(false);
    },
    onDrop: (event: DragEvent) => {
      setDragging(false);
      take(event, event.dataTransfer);
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
  };
  function take(event: DragEvent | ClipboardEvent, data: DataTransfer) {
    const files = event.defaultPrevented ? [] : filesOf(data);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }
  return { dragging, handlers };
}
