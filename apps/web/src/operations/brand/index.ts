// How the platform presents itself: the form that changes it.
export { BrandForm } from "./BrandForm.tsx";
