/** The part of publishing that browsers may import. */
export * from "./comments/limits.ts"
export * from "./limits.ts"
export { measureText } from "./markdown/measureText.ts"
export { slugOf } from "./slugOf.ts"
