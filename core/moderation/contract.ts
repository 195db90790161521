/** The part of moderation that browsers may import. */
export * from "./caseRules.ts"
