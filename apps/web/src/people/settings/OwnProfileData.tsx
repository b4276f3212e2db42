import { Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import type { Profile } from "./fields.ts";

/** Loads the member's profile for a form, with skeleton and error. */
export function OwnProfileData({ children }: { children: (profile: Profile) => ReactNode }) {
  const own = trpc.profile.get.useQuery();
  if (own.data) return children(own.data.profile);
  if (own.error) {
    const detail = [`${messageOf(own.error)}.`, hintOf(own.error)].filter(Boolean).join(" ");
    return (
      <FormError
        message="Failed to load user data"
        hint={detail}
        action={
          <Button variant="default" size="xs" mt="xs" onClick={() => void own.refetch()} loading={own.isFetching}>
            Try again
          </Button>
        }
      />
    );
  }
  return (
    <div role="status" aria-label="Loading">
      {["name", "bio", "place", "site"].map((row) => (
        <Skeleton key={row} height={56} mb="md" />
      ))}
    </div>
  );
}
