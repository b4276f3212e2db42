import { trpc } from "../../lib/trpc.ts";

/** Adds tags, then refetches the setup and the tag list. */
export function useAddTags(onAdded: (names: readonly string[]) => void) {
  const utils = trpc.useUtils();
  return trpc.setup.addTags.useMutation({
    onSuccess: async ({ added }) => {
      onAdded(added);
      await Promise.all([utils.setup.state.invalidate(), utils.tags.list.invalidate()]);
    },
  });
}
