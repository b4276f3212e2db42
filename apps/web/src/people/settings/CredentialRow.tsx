import { Button, Group, Modal } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Settings.module.css";

interface CredentialRowProps {
  readonly Sign: Icon;
  readonly what: string;
  /** Shown when the pointer rests on it. */
  readonly title?: string;
  /** How it came here. */
  readonly since: "added" | "linked";
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** What else there is to know, as a sentence. */
  readonly note?: ReactNode;
  readonly verb: "Remove" | "Unlink";
  readonly question: string;
  /** What follows, as a confirmation says it. */
  readonly consequence: ReactNode;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
  /** For one that is suspended. */
  readonly isConfirming?: boolean;
  readonly onConfirm?: (() => void) | undefined;
}

const SINCE = {
  added: (time: string) => `added ${time}`,
  linked: (time: string) => `linked ${time}`,
};
const VERBS = {
  Remove: { label: "Remove", confirm: "Remove it", named: (what: string) => `Remove ${what}` },
  Unlink: { label: "Unlink", confirm: "Unlink it", named: (what: string) => `Unlink ${what}` },
};
const confirmNamed = (what: string) => `Confirm ${what}`;

/** Something that signs the member in, which can be removed after a confirmation. */
export function CredentialRow(props: CredentialRowProps) {
  const { Sign, what, title, since, createdAt, lastUsedAt, note, verb, question, consequence, isRemoving, onConfirm } =
    props;
  const [isAsking, setIsAsking] = useState(false);
  const words = VERBS[verb];
  const added = <TimeAgo at={createdAt} text={SINCE[since]} />;
  function remove() {
    setIsAsking(false);
    props.onRemove();
  }
  return (
    <li className={classes.session}>
      <Sign size={22} stroke={1.6} aria-hidden="true" />
      <div>
        <p title={title}>{what}</p>
        <p className={classes.note}>
          {lastUsedAt ? (
            <>
              {added}, last used <TimeAgo at={lastUsedAt} />
            </>
          ) : (
            added
          )}
          {note && <>. {note}</>}
        </p>
        {onConfirm && (
          <p className={classes.note}>
            Suspended until you confirm it, because it was added shortly before your account was recovered. If it isn't
            yours, remove it.
          </p>
        )}
      </div>
      {onConfirm && (
        <Button size="xs" onClick={onConfirm} loading={props.isConfirming ?? false} aria-label={confirmNamed(what)}>
          Confirm
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        onClick={() => setIsAsking(true)}
        loading={isRemoving}
        aria-label={words.named(what)}
      >
        {words.label}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={question}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <p>{consequence}</p>
        <Group justify="flex-end" gap="sm" mt="md">
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Keep it
          </Button>
          <Button color="red" onClick={remove}>
            {words.confirm}
          </Button>
        </Group>
      </Modal>
    </li>
  );
}
