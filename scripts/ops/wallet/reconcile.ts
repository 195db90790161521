import { Command } from "effect/cli"
import { compareBooks, type Difference } from "#core/wallet"
import { keptBalances } from "#projections/wallet"
import { caughtUp } from "../lib/caughtUp.ts"
import { inSession } from "../lib/command.ts"
import { EXIT } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"

/** Adds up the whole log and compares it with the books and the read model. Differences end with exit code 3. */
export const reconcile = Command.make("reconcile", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    await caughtUp(session)
    const compared = await compareBooks(session.sql, keptBalances)
    const { events, accounts, books, readModel, unbalanced } = compared
    output.say(`${events} facts about ${accounts} accounts were added up.`)
    tell(output, "the books", books)
    tell(output, "the read model", readModel)
    for (const { assetTypeId, sum } of unbalanced) output.say(`Asset ${assetTypeId} does not sum to nought: ${sum}.`)
    const isRight = books.length + readModel.length + unbalanced.length === 0
    output.say(isRight ? "No difference." : "There are differences.")
    if (!isRight) process.exitCode = EXIT.nothingDone
    output.document(compared)
  }),
).pipe(Command.withDescription("Compare the log, the books and the read model of balances to the last unit"))

const tell = (output: Output, name: string, differences: ReadonlyArray<Difference>): void => {
  if (differences.length === 0) return
  output.say(`${differences.length} accounts stand otherwise in ${name}:`)
  const text = (book: Difference["found"]) => (book === null ? "nothing" : `${book.posted} (${book.held} held)`)
  output.table(differences.map(({ account, logged, found }) => ({ account, log: text(logged), found: text(found) })))
}
