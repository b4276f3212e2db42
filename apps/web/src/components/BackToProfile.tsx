import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import back from "./BackLink.module.css";

/** The arrow back to the viewer's own profile. */
export function BackToProfile() {
  return (
    <Link className={`${back.back} reach`} to="/profile">
      <IconArrowLeft size={18} aria-hidden="true" />
      Profile
    </Link>
  );
}
