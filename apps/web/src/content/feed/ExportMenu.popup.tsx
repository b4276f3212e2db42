import { LIMITS } from "@bbux/contract";
import { Menu } from "@mantine/core";
import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { numberText } from "../../lib/locale.ts";
import { EXPORT_FORMATS, exportHref, type FeedSearch } from "./feed.search.ts";

const LABELS = { csv: "CSV", json: "JSON", md: "Markdown" } as const;

export interface ExportPopupProps {
  readonly search: FeedSearch;
}

export default function ExportPopup({ search, button }: ExportPopupProps & PopupProps) {
  return (
    <PopupMenu button={button} position="bottom-end">
      <Menu.Label>This result, at most {numberText(LIMITS.exportRows)} posts</Menu.Label>
      {EXPORT_FORMATS.map((format) => (
        <Menu.Item key={format} component="a" href={exportHref(search, format)} download>
          {LABELS[format]}
        </Menu.Item>
      ))}
    </PopupMenu>
  );
}
