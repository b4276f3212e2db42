import { type ComponentType, cloneElement, type ReactElement, useState } from "react";
import { notifyError } from "../lib/notify.ts";

/** What a popup receives: the button that opens it, for its target. */
export interface PopupProps {
  readonly button: ReactElement<PopupButton>;
}

/** The props that the button must accept. */
export interface PopupButton {
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly "aria-haspopup"?: "menu" | "dialog";
  readonly "aria-expanded"?: boolean;
}

interface DeferredPopupProps<Props> extends PopupProps {
  /** What the button opens, for assistive technology. */
  readonly kind: "menu" | "dialog";
  /** Imports the popup: `() => import("./AccountMenu.popup.tsx")`. */
  readonly load: () => Promise<{ default: ComponentType<Props & PopupProps> }>;
  /** The popup's other props. */
  readonly props: Props;
}

/**
 * A button whose popup loads when someone is about to use it, because menus and their positioning library aren't needed
 * before the first click. The loaded popup takes over the button and opens on its own (`useOpenedOnMount`).
 */
export function DeferredPopup<Props extends object>({ kind, load, button, props }: DeferredPopupProps<Props>) {
  const [Popup, setPopup] = useState<ComponentType<Props & PopupProps> | null>(null);
  const prefetch = () => void load().catch(() => undefined);
  const open = async () => {
    try {
      const { default: component } = await load();
      setPopup(() => component);
    } catch {
      notifyError("We couldn't load this. Check your connection and try again.");
    }
  };
  if (Popup) return <Popup {...props} button={button} />;
  return cloneElement(button, {
    onClick: () => void open(),
    onPointerEnter: prefetch,
    onFocus: prefetch,
    "aria-haspopup": kind,
    "aria-expanded": false,
  });
}
