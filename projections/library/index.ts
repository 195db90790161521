export { access } from "./access.projection.ts"
export type { LibraryTables } from "./tables.ts"
