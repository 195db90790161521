export { access } from "./access.projection.ts"
export { eraseLongNewsReactor } from "./eraseLongNews.reactor.ts"
export { popularTags } from "./popularTags.ts"
export type { LibraryTables } from "./tables.ts"
