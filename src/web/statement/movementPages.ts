import { MOVEMENTS_PAGE_MAX, type Movement, pageMovements } from "#projections/wallet"
import { run } from "../../process/runtime.ts"
import type { MovementFilter } from "./movementFilter.ts"

/** All filtered movements, newest first, one page in memory at a time. */
export async function* movementPages(
  personId: string,
  filter: MovementFilter,
): AsyncGenerator<ReadonlyArray<Movement>> {
  let before: Movement | null = null
  while (true) {
    const page: ReadonlyArray<Movement> = await run(
      pageMovements(personId, { ...filter, before, limit: MOVEMENTS_PAGE_MAX }),
    )
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < MOVEMENTS_PAGE_MAX) return
    before = last
  }
}
