import type { UploadSource } from "#core/media"
import type { ArchiveProblem, EntryProblem, ImportSource } from "../contract.ts"
import type { EntryBody, EntryHead, ForeignPerson } from "../ForeignEntry.ts"

/** What a thread reads. */
export type ReadJob = {
  readonly upload: UploadSource
  /** The name of the uploaded file. */
  readonly name: string
  readonly siteUrl: string | null
  readonly filePrefix: string
  /** The first entry whose text is converted; -1 converts none. */
  readonly bodiesFrom: number
  /** Entries that ended a thread before. */
  readonly skipped: ReadonlyArray<number>
}

export type EntryMessage = {
  readonly number: number
  readonly head: EntryHead
  /** Null if it was not requested, or there is a problem. */
  readonly body: EntryBody | null
  readonly problem: EntryProblem | null
}

/** Messages of a thread, one for each `next`; an error of our own code is sent as text. */
export type ReadMessage =
  | { readonly source: ImportSource }
  | EntryMessage
  | { readonly person: ForeignPerson }
  | { readonly isDone: true }
  | { readonly archiveProblem: ArchiveProblem }
  | { readonly fault: string }
