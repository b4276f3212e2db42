import { Button, CopyButton } from "@mantine/core";
import { IconCheck, IconLink, IconShare2 } from "@tabler/icons-react";
import classes from "./PostAside.module.css";

/** Copies a post's address, or hands it to the device's share sheet where there is one. */
export function ShareLinks({ postId, title }: { postId: string; title: string }) {
  const url = `${window.location.origin}/posts/${postId}`;
  return (
    <section className={classes.section} aria-labelledby="share">
      <h2 className={classes.heading} id="share">
        Share
      </h2>
      <div className={classes.share}>
        <CopyButton value={url} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? "Link copied" : "Copy link"}
            </Button>
          )}
        </CopyButton>
        {"share" in navigator && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconShare2 size={16} aria-hidden />}
            // Closing the sheet rejects, too.
            onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
          >
            Share…
          </Button>
        )}
      </div>
    </section>
  );
}
