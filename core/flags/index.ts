export { FLAG_PEOPLE_MAX, problemOf } from "./changeFlag.ts"
export type { FlagRule } from "./events.ts"
export { FLAGS, type Flag } from "./FlagRules.ts"
export { Flags } from "./Flags.ts"
