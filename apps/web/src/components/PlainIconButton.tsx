import type { ComponentProps } from "react";
import { CLASSES, joined, rem, styled, variantColors } from "./PlainButton.look.ts";

interface PlainIconButtonProps extends Omit<ComponentProps<"button">, "style" | "color"> {
  /** `default` has a border; the other is gray and without one. */
  readonly variant?: "default" | "subtle";
  /** In pixels, or one of Mantine's. */
  readonly size?: number | "sm";
}

/** Draws what Mantine's ActionIcon draws, to the same HTML, without loading Mantine. */
export function PlainIconButton({ variant = "subtle", size, className, children, ...rest }: PlainIconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joined(CLASSES.focus, CLASSES.active, className, CLASSES.icon, CLASSES.unstyled)}
      style={styled({
        "--ai-size": typeof size === "number" ? rem(size) : size && `var(--ai-size-${size})`,
        ...variantColors("ai", variant, "gray"),
      })}
      data-variant={variant}
      data-size={typeof size === "string" ? size : undefined}
    >
      <span className={CLASSES.glyph}>{children}</span>
    </button>
  );
}

/** A button without a look of its own, as Mantine's UnstyledButton draws it. */
export function BareButton({ className, ...rest }: ComponentProps<"button">) {
  return <button type="button" {...rest} className={joined(CLASSES.focus, className, CLASSES.unstyled)} />;
}
