// How the platform presents itself: reading and changing it.
export { brandWithLogo, readBrand } from "./brand.queries.ts";
export { createBrandReader } from "./reader.ts";
export { keepBrandImage } from "./set.command.ts";
