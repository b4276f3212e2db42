import { CLASSES, joined, rem, styled } from "./PlainButton.look.ts";

/** Pixels, or any length of CSS. */
type Length = number | string;

interface PlainSkeletonProps {
  readonly width?: Length;
  readonly height?: Length;
  readonly circle?: boolean;
  /** Margins, in pixels or as one of the theme's steps. */
  readonly mt?: number;
  readonly mb?: number | "sm" | "lg";
  readonly my?: number;
  readonly maw?: number;
  readonly display?: "inline-block";
  /** Within a sentence. */
  readonly component?: "span";
  readonly "aria-hidden"?: boolean | "true";
  readonly className?: string | undefined;
}

const length = (value: Length | undefined) => (typeof value === "number" ? rem(value) : value);
const margin = (value: number | string | undefined) =>
  typeof value === "string" ? `var(--mantine-spacing-${value})` : length(value);

/** Draws what Mantine's Skeleton draws, to the same HTML, without loading Mantine. */
export function PlainSkeleton(props: PlainSkeletonProps) {
  const { width, height, circle = false, mt, mb, my, maw, display, component: Element = "div", className } = props;
  return (
    <Element
      className={joined(className, CLASSES.skeleton)}
      style={styled({
        "--skeleton-height": length(height),
        "--skeleton-width": length(circle ? height : width),
        "--skeleton-radius": circle ? "1000px" : "var(--mantine-radius-sm)",
        marginBlock: margin(my),
        marginTop: margin(mt),
        marginBottom: margin(mb),
        maxWidth: length(maw),
        display,
      })}
      data-visible
      data-animate
      aria-hidden={props["aria-hidden"]}
    />
  );
}
