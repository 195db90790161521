import type { SqlClient } from "#core/kernel"
import { type Copy, listCopies } from "#projections/library"
import { EXIT, Refused } from "../lib/exit.ts"

/** Returns the copy with this name, by default the newest complete one. */
export const findCopy = async (sql: SqlClient, name: string | null): Promise<Copy> => {
  const copies = await listCopies(sql)
  const copy =
    name === null ? copies.findLast(({ status }) => status === "following") : copies.find((each) => each.name === name)
  if (copy === undefined)
    throw new Refused(
      name === null ? "There is no complete copy: run search backfill first." : `There is no copy ${name}.`,
      EXIT.usage,
    )
  if (copy.status === "filling")
    throw new Refused(`${copy.name} is not complete: run search backfill again to continue.`)
  return copy
}
