/** The part of tickets that browsers may import. */
export * from "./ticketRules.ts"
