import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type Act, actLabel, type actsFor, type Target } from "./actions.ts";
import classes from "./Case.module.css";

const MORE: Readonly<Record<Target["type"], string>> = {
  post: "More about this post",
  answer: "More about this answer",
  comment: "More about this comment",
  message: "More about this message",
  user: "More about this user",
};

interface CaseActionsProps {
  readonly acts: ReturnType<typeof actsFor>;
  readonly target: Target;
  readonly onAct: (act: Act) => void;
}

const NEUTRAL = { variant: "default" };
const HARSH = { variant: "outline", color: "red" };
/** While flags are open, the usual decision stands out, and what costs the author more is red. */
const WEIGHTS: Readonly<Record<Act, { readonly variant?: string; readonly color?: string }>> = {
  ...{ hide: {}, uphold: {}, hideAbuse: HARSH, upholdAbuse: HARSH },
  ...{ dismiss: NEUTRAL, restore: NEUTRAL, suspend: HARSH, close: NEUTRAL },
};

/** The actions on a case. */
export function CaseActions({ acts: { often, seldom }, target, onAct }: CaseActionsProps) {
  if (often.length === 0 && seldom.length === 0) return null;
  const isOpen = often.includes("dismiss");
  return (
    <div className={classes.actions}>
      {often.map((act) => (
        <Button key={act} size="xs" {...(isOpen ? WEIGHTS[act] : NEUTRAL)} onClick={() => onAct(act)}>
          {actLabel(act, target)}
        </Button>
      ))}
      {seldom.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-label={MORE[target.type]}
            >
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {seldom.map((act) => (
              <Menu.Item key={act} onClick={() => onAct(act)}>
                {actLabel(act, target)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
