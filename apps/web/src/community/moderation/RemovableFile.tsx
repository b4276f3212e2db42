import { MODERATION } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { RemovedFile } from "../../components/MemberFile.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./RemovableFile.module.css";

/** A picture or video with a moderator's "Remove file", if the server lets them. */
export default function RemovableFile({ url, children }: { url: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const utils = trpc.useUtils();
  const state = trpc.moderation.file.useQuery({ file: url });
  const call = trpc.moderation.removeFile.useMutation({
    onSuccess: () => {
      utils.moderation.file.setData({ file: url }, { removed: true, mayRemove: false });
      void utils.admin.invalidate();
    },
  });
  const { removed = false, mayRemove = false } = state.data ?? {};
  return (
    <span className={classes.file}>
      {removed ? <RemovedFile /> : children}
      {mayRemove && (
        <Button
          className={classes.remove}
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Remove file
        </Button>
      )}
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Remove this file?"
        consequences={[
          "It's deleted for good, everywhere it's shown. You can't undo this.",
          "The text around it stays. Hide the text, too, if it breaks the rules.",
          "Browsers that have already loaded it may show it for up to an hour.",
          "The member who uploaded it gets a notification with your reason.",
        ]}
        label="Reason, as the member will read it"
        max={MODERATION.note}
        missing="Please say why"
        submit="Remove file"
        danger
        call={call}
        fallback="We couldn't remove the file"
        onSubmit={(reason) =>
          call.mutate(
            { file: url, reason },
            {
              onSuccess: () => {
                notifySuccess("The file is removed");
                setOpened(false);
              },
            },
          )
        }
      />
    </span>
  );
}
