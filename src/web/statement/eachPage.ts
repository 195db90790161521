import { type Movement, pageMovements, STATEMENT_PAGE_MAX } from "#projections/wallet"
import { run } from "../../process/runtime.ts"
import type { AskedMovements } from "./asked.ts"

/** Page by page what somebody's accounts gained and lost, newest first: one page is in memory at a time. */
export async function* eachPage(personId: string, asked: AskedMovements): AsyncGenerator<ReadonlyArray<Movement>> {
  let before: Movement | null = null
  while (true) {
    const page: ReadonlyArray<Movement> = await run(
      pageMovements(personId, { ...asked, before, limit: STATEMENT_PAGE_MAX }),
    )
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < STATEMENT_PAGE_MAX) return
    before = last
  }
}
