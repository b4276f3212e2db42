import { plural } from "../../components/TimeAgo.format.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";

/** Adds tags, says how many there are more, and asks for those that pages show again. */
export function useAddTags(onAdded: () => void) {
  const utils = trpc.useUtils();
  return trpc.setup.addTags.useMutation({
    onSuccess: async ({ added }) => {
      onAdded();
      notifySuccess(plural(added.length, ["Added # tag", "Added # tags"]));
      await Promise.all([utils.setup.state.invalidate(), utils.tags.list.invalidate()]);
    },
  });
}
