import { useSaved } from "../../components/useSaved.ts";
import { replaceData } from "../../lib/replaceData.ts";
import { patchUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

/** Saves a part of the member's profile: the mutation, and whether to say that it is saved. */
export function useProfileUpdate(onRefused: (error: unknown) => void) {
  const utils = trpc.useUtils();
  const { saved, say, unsay } = useSaved();
  const update = trpc.profile.update.useMutation({
    onMutate: unsay,
    onSuccess: ({ profile }) => {
      void replaceData(utils.profile.get, undefined, profile);
      patchUser({ profile: profile.profile, bio: profile.bio });
      void utils.users.get.invalidate();
      void utils.profile.activity.invalidate();
      say();
    },
    onError: onRefused,
  });
  return { update, saved };
}
