/** How the platform presents itself. Its currency is called BBUX, whatever the platform's name. */
export interface Brand {
  readonly name: string;
  /** The color of links and buttons, `#rrggbb`, in light and in dark. */
  readonly accentLight: string;
  readonly accentDark: string;
  /** Keys of square PNG images; null for the images that come with the platform. */
  readonly logo: string | null;
  readonly favicon: string | null;
}

/** What applies until an admin changes it. */
export const DEFAULT_BRAND: Brand = {
  name: "BBUX",
  accentLight: "#0f544c",
  accentDark: "#7cc4b8",
  logo: null,
  favicon: null,
};

export const BRAND_LIMITS = { name: 40, imageBytes: 2 * 1024 * 1024, imageSide: 512 } as const;

/** The error sentences for images of the brand, used by the server, and by the web before it sends. */
export const BRAND_IMAGE_MESSAGES = {
  type: "Upload a PNG, JPEG, WebP, GIF or AVIF image",
  size: "The image must be smaller than 2 MB",
} as const;

/** Keys of stored images: what their content hashes to. */
export const BRAND_IMAGE_KEY = /^[0-9a-f]{32}$/;

/** The address of a brand's image. */
export const brandImagePath = (key: string): string => `/brand/${key}.png`;
