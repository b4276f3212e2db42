import type { Social } from "@bbux/contract";
import {
  type Icon,
  IconBrandDiscord,
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMedium,
  IconBrandReddit,
  IconBrandStackoverflow,
  IconBrandTiktok,
  IconBrandTwitter,
  IconBrandYoutube,
  IconCode,
} from "@tabler/icons-react";

/** The services' icons. The set has none for Dev.to. */
export const SOCIAL_ICONS: Record<Social, Icon> = {
  github: IconBrandGithub,
  twitter: IconBrandTwitter,
  linkedin: IconBrandLinkedin,
  instagram: IconBrandInstagram,
  facebook: IconBrandFacebook,
  youtube: IconBrandYoutube,
  tiktok: IconBrandTiktok,
  discord: IconBrandDiscord,
  reddit: IconBrandReddit,
  medium: IconBrandMedium,
  stackoverflow: IconBrandStackoverflow,
  devto: IconCode,
};
