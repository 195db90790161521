import { join } from "node:path"
import { SubjectEvents } from "#core/kernel"
import type { Reactor } from "#projections/runner"
import { appendLine } from "./appendLine.ts"

/** Erased subjects, one JSON document per line; a line may be repeated. */
export const erasuresFileOf = (backupDirectory: string): string => join(backupDirectory, "erasures.ndjson")

/**
 * Appends each erased subject to a file beside the backups, so that a restore to an earlier time can erase it again.
 */
export const recordErasuresReactor = (file: string): Reactor => ({
  name: "record_erasures",
  types: ["kernel.SubjectErased.v1"],
  from: "beginning",
  react: async ({ type, data, recordedAt }) => {
    const { subjectId } = SubjectEvents.decodeSync(type, data)
    await appendLine(file, { subjectId, erasedAt: recordedAt })
  },
})
