import { Button } from "@mantine/core";

interface ThreadMoreProps {
  readonly what: "answers" | "comments";
  readonly shown: boolean;
  readonly loading: boolean;
  readonly onClick: () => void;
}

/** Loads the next page of a thread. */
export function ThreadMore({ what, shown, loading, onClick }: ThreadMoreProps) {
  if (!shown && !loading) return null;
  return (
    <Button variant="default" onClick={onClick} loading={loading} mt="md">
      {what === "answers" ? "Show more answers" : "Show more comments"}
    </Button>
  );
}
