/** The part of publishing that browsers may import. */
export * from "./limits.ts"
export { slugOf } from "./slugOf.ts"
