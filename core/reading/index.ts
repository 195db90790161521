export { ReadMarks } from "./ReadMarks.ts"
export { MARK_DAYS } from "./sizes.ts"
