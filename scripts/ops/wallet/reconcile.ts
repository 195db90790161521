import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { CHAIN_NAMES } from "#core/chains"
import { type ChainComparison, compareBooks, type Difference, Reconciliation, type ScanComparison } from "#core/wallet"
import { readModelBalances } from "#projections/wallet"
import { reconcileFully } from "#src/worker/wallet/reconcileFully.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { terminal } from "../lib/terminal.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const full = Flag.Boolean("full").pipe(
  Flag.withDescription(
    "Scan the chains with their keys alone, as the worker does each night; takes minutes on a main network",
  ),
  Flag.withDefault(false),
)

/**
 * Sums the whole log and compares it with the books, the read model and the chains. Differences end with exit code 3.
 */
export const reconcile = Command.make("reconcile", { full, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    if (flags.yes && !flags.full) throw new Refused("Only --full has consequences that --yes agrees to.", EXIT.usage)
    const compared = await compareBooks(session.sql, readModelBalances)
    const { events, accounts, books, readModel, unbalanced } = compared
    output.say(`${events} facts about ${accounts} accounts were added up.`)
    tell(output, "the books", books)
    tell(output, "the read model", readModel)
    for (const { assetTypeId, sum } of unbalanced) output.say(`Asset ${assetTypeId} does not sum to zero: ${sum}.`)
    const chains = await session.run(
      Effect.forEach(CHAIN_NAMES, (name) =>
        Reconciliation.use(({ compare, scan }) => (flags.full ? scan(name) : compare(name))).pipe(
          Effect.match({
            onSuccess: (found) => toRow(name, found),
            onFailure: ({ detail }) => ({ chain: name, detail }),
          }),
        ),
      ),
    )
    output.table(chains)
    const away = chains.filter((row) => "detail" in row)
    const apart = chains.filter((row) => "difference" in row && row.difference !== "0")
    const isRight = books.length + readModel.length + unbalanced.length + apart.length === 0
    if (away.length > 0) output.say(`${away.length} chains are unreachable now.`)
    if (chains.some((row) => "unsolicited" in row && row.unsolicited !== "0"))
      output.say(
        "Gifts: strangers paid to the address of our change. The worker takes them to suspense; nothing stops.",
      )
    output.say(isRight ? "No difference." : "There are differences.")
    if (!isRight && flags.yes) {
      await session.run(reconcileFully())
      output.say("Remaining differences are now in suspense, and withdrawals of its asset are stopped.")
    }
    if (!isRight) terminal().exitCode = EXIT.nothingDone
    else if (away.length > 0) terminal().exitCode = EXIT.failed
    output.document({ ...compared, chains })
  }),
).pipe(
  Command.withDescription("Compare the log, the books, the read model of balances and the chains to the last unit"),
)

const toRow = (
  chain: string,
  { assetTypeId: _, height, unseen, bookable: __, ...amounts }: ChainComparison & Partial<ScanComparison>,
) => ({
  chain,
  height,
  ...Object.fromEntries(Object.entries(amounts).map(([name, units]) => [name, String(units)])),
  ...(unseen === undefined ? {} : { unseen: unseen.map(({ text }) => text).join(" ") }),
})

const tell = (output: Output, name: string, differences: ReadonlyArray<Difference>): void => {
  if (differences.length === 0) return
  output.say(`${differences.length} accounts differ in ${name}:`)
  const text = (book: Difference["found"]) => (book === null ? "nothing" : `${book.posted} (${book.held} held)`)
  output.table(differences.map(({ account, logged, found }) => ({ account, log: text(logged), found: text(found) })))
}
