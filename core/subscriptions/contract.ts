/** The part of subscriptions that browsers may import. */
export * from "./limits.ts"
export { statusOf } from "./statusOf.ts"
