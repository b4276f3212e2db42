import { LIMITS } from "@bbux/contract";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import classes from "./FeedToolbar.module.css";
import { EXPORT_FORMATS, exportHref, type FeedSearch } from "./feed.search.ts";

const LABELS = { csv: "CSV", json: "JSON", md: "Markdown" } as const;

/** The present result as a file. */
export function ExportMenu({ search }: { search: FeedSearch }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon className={classes.export} variant="default" aria-label="Export" title="Export">
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This result, at most {LIMITS.exportRows.toLocaleString("en")} posts</Menu.Label>
        {EXPORT_FORMATS.map((format) => (
          <Menu.Item key={format} component="a" href={exportHref(search, format)} download>
            {LABELS[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
