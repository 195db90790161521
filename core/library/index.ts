export { type LibraryEvent, LibraryEvents } from "./events.ts"
export { recordAccess } from "./recordAccess.ts"
