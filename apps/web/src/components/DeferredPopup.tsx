import { type ComponentType, cloneElement, type ReactElement, useState } from "react";
import { notifyError } from "../notify.ts";

/** What a popup is given: the button that opens it, to be put into its target. */
export interface PopupProps {
  readonly button: ReactElement<PopupButton>;
}

/** What a button that opens something must take. */
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
  /** The rest of what it is given. */
  readonly props: Props;
}

/**
 * A button whose popup is fetched when somebody is about to want it: menus and panels, and the library that places them, are
 * of no use before the first click. What it loads takes the button over and opens by itself (`useOpenedOnMount`).
 */
export function DeferredPopup<Props extends object>({ kind, load, button, props }: DeferredPopupProps<Props>) {
  const [Popup, setPopup] = useState<ComponentType<Props & PopupProps> | null>(null);
  const prefetch = () => void load().catch(() => undefined);
  const open = async () => {
    try {
      const { default: component } = await load();
      setPopup(() => component);
    } catch {
      notifyError("This could not be loaded. Check your connection and try again.");
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
