/** The part of channels that browsers may import. */
export * from "./formRules.ts"
