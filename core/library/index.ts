export { LibraryEvent, LibraryEvents, NewsAccessed } from "./events.ts"
export { recordAccess } from "./recordAccess.ts"
