export { type ArchivedItem, FeedArchive } from "./FeedArchive.ts"
export { FormerPages } from "./FormerPages.ts"
export { ENTRIES_PAGE_MAX, type EntryFilter, type ImportCounts, type ImportReport, Imports } from "./Imports.ts"
export type { EntryOutcome, EntryRow, ImportOptions, MissingFile } from "./work/ImportRow.ts"
