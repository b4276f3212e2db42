import { useMemo } from "react";
import { encode } from "uqr";

/** The quiet zone around the code, without which cameras don't find it. */
const QUIET = 3;

/** A text as a QR code, dark on white in both schemes, as cameras require. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { size, path } = useMemo(() => {
    const { data, size: side } = encode(text, { ecc: "M", border: QUIET });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: side, path: squares.join("") };
  }, [text]);
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#1f1c18" />
    </svg>
  );
}
