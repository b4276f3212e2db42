import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { type ButtonVariant, CLASSES, joined, rem, styled, variantColors } from "./PlainButton.look.ts";

interface Look {
  readonly variant?: ButtonVariant;
  readonly size?: "md" | "sm" | "xs" | "compact-sm";
  /** Applies to subtle buttons. */
  readonly color?: "teal" | "gray";
  readonly className?: string | undefined;
  readonly leftSection?: ReactNode;
  readonly children: ReactNode;
}

/** What makes an element look like a button. */
interface Drawn {
  readonly className: string;
  readonly style: CSSProperties;
  readonly children: ReactNode;
}

/** Where Mantine's loader ends up when it has slid in. */
const LOADER_PLACE = styled({
  transformOrigin: "center",
  opacity: 1,
  transform: `translate(-50%, calc(-50% + ${rem(1)}))`,
});
const LOADER = styled({
  "--loader-size": "calc(var(--button-height) / 1.8)",
  "--loader-color": "var(--button-color)",
});

function drawn(look: Look, state: { readonly disabled?: boolean | undefined; readonly loading?: boolean }): Drawn {
  const { variant = "filled", size = "sm", color = "teal", className, leftSection, children } = look;
  const { disabled = false, loading = false } = state;
  const attributes = {
    "data-variant": variant === "filled" ? undefined : variant,
    "data-size": size,
    "data-disabled": disabled || undefined,
    "data-loading": loading || undefined,
    "data-with-left-section": leftSection ? true : undefined,
  };
  return {
    ...attributes,
    className: joined(
      CLASSES.focus,
      !disabled && !loading && CLASSES.active,
      className,
      CLASSES.button,
      CLASSES.unstyled,
    ),
    style: styled({
      "--button-height": `var(--button-height-${size})`,
      "--button-padding-x": `var(--button-padding-x-${size})`,
      "--button-fz": `var(--mantine-font-size-${size.replace("compact-", "")})`,
      ...variantColors("button", variant, color),
    }),
    children: (
      <>
        {loading && (
          <span className={CLASSES.wait} style={LOADER_PLACE} aria-hidden>
            <span className={CLASSES.loader} style={LOADER} />
          </span>
        )}
        <span className={CLASSES.inner}>
          {leftSection && (
            <span className={CLASSES.section} data-position="left">
              {leftSection}
            </span>
          )}
          <span className={CLASSES.label} data-loading={loading || undefined}>
            {children}
          </span>
        </span>
      </>
    ),
  };
}

interface PlainButtonProps extends Look, Omit<ComponentProps<"button">, keyof Look | "style"> {
  readonly loading?: boolean;
}

/**
 * Draws what Mantine's Button draws, to the same HTML, without loading Mantine. For everything that a first visit may
 * show.
 */
export function PlainButton(props: PlainButtonProps) {
  const { variant, size, color, className, leftSection, children, loading, ...rest } = props;
  const { disabled } = rest;
  return (
    <button
      type="button"
      {...rest}
      {...drawn({ variant, size, color, className, leftSection, children }, { disabled, loading })}
      disabled={disabled || loading}
    />
  );
}

/** The same look for another element: `<ButtonLook root={(drawn) => <Link to="/signup" {...drawn} />}>`. */
export function ButtonLook({ root, ...look }: Look & { readonly root: (drawn: Drawn) => ReactNode }) {
  return root(drawn(look, {}));
}
