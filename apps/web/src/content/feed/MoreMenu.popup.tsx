import { LIMITS } from "@bbux/contract";
import { Menu } from "@mantine/core";
import { IconDownload, IconRss } from "@tabler/icons-react";
import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { numberText } from "../../lib/locale.ts";
import { atomFeed, EXPORT_FORMATS, exportHref } from "./feed.elsewhere.ts";
import type { FeedSearch } from "./feed.search.ts";

const LABELS = { csv: "CSV", json: "JSON", md: "Markdown" } as const;

export interface MorePopupProps {
  readonly search: FeedSearch;
}

export default function MorePopup({ search, button }: MorePopupProps & PopupProps) {
  const { tag, href } = atomFeed(search);
  return (
    <PopupMenu button={button} position="bottom-end">
      <Menu.Label>Download these questions (up to {numberText(LIMITS.exportRows)})</Menu.Label>
      {EXPORT_FORMATS.map((format) => (
        <Menu.Item
          key={format}
          component="a"
          href={exportHref(search, format)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {LABELS[format]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>Follow in a feed reader</Menu.Label>
      <Menu.Item component="a" href={href} leftSection={<IconRss size={16} aria-hidden />}>
        {tag === null ? "Atom feed of all questions" : `Atom feed of questions tagged ${tag}`}
      </Menu.Item>
    </PopupMenu>
  );
}
