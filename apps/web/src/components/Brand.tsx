import { brandImagePath } from "@bbux/contract";
import { FACTS } from "../lib/facts.ts";
import classes from "./Brand.module.css";

/** The operator's logo; without one, a ledger's B with a coin. */
export function BrandMark({ size = 28 }: { size?: number }) {
  const { logo } = FACTS.brand;
  if (logo !== null) {
    return <img className={classes.mark} src={brandImagePath(logo)} width={size} height={size} alt="" />;
  }
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0f544c" />
      <path
        d="M10 8v16M10 16h6.4a4 4 0 0 1 0 8H10M10 8h5.4a4 4 0 0 1 0 8"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="24.4" cy="8.2" r="2.5" fill="#e3b04f" />
    </svg>
  );
}

/** Logo and name. Put it into a link with an accessible name. */
export function Brand({ size }: { size?: number }) {
  return (
    <span className={classes.brand}>
      <BrandMark size={size} />
      <span className={classes.name}>{FACTS.brand.name}</span>
    </span>
  );
}
