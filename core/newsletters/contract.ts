/** Newsletters as browsers and the list of calls know them. */
export * from "./listRules.ts"
