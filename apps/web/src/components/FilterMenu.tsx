import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { DeferredPopup } from "./DeferredPopup.tsx";
import type { FilterPopupProps } from "./FilterMenu.popup.tsx";
import { PlainButton } from "./PlainButton.tsx";

const load = () => import("./FilterMenu.popup.tsx");

interface FilterMenuProps extends FilterPopupProps {
  /** The number of active filters, shown on the button. */
  readonly narrowing: number;
}

/** A list's filters behind a button. The filters may be lazy: the panel waits for them. */
export function FilterMenu({ narrowing, ...panel }: FilterMenuProps) {
  const button = (
    <PlainButton variant="default" leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}>
      Filters{narrowing > 0 ? ` (${narrowing})` : ""}
    </PlainButton>
  );
  return <DeferredPopup kind="dialog" load={load} button={button} props={panel} />;
}
