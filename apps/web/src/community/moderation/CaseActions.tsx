import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type Act, actLabel, type actsFor, type Target } from "./actions.ts";
import classes from "./Case.module.css";

interface CaseActionsProps {
  readonly acts: ReturnType<typeof actsFor>;
  readonly target: Target;
  readonly onAct: (act: Act) => void;
}

/** The actions on a case. */
export function CaseActions({ acts: { often, seldom }, target, onAct }: CaseActionsProps) {
  if (often.length === 0 && seldom.length === 0) return null;
  return (
    <div className={classes.actions}>
      {often.map((act) => (
        <Button key={act} size="xs" variant="default" onClick={() => onAct(act)}>
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
              aria-label={`More about this ${target.type}`}
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
