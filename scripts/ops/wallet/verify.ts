import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { proveLog, readProof, verifyLog } from "#core/ledger"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"

const kept = Flag.String("kept").pipe(
  Flag.withDescription("A proof that an earlier run printed, kept where nobody with the database could change it"),
  Flag.optional,
)

/** Shows that nothing that the log says about money was changed afterwards. What was ends with exit code 3. */
export const verify = Command.make("verify", { kept, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const text = Option.getOrNull(flags.kept)
    const proof = text === null ? null : readProof(text)
    if (text !== null && proof === null) throw new Refused(`${text} is no proof: 12:5feceb66…`, EXIT.usage)
    await proveLog(sql)
    const found = await verifyLog(sql, proof === null ? [] : [proof])
    const { events, proofs, broken, lost, last } = found
    output.say(`${events} facts about money stand under ${proofs} proofs.`)
    for (const { number, after, until } of broken)
      output.say(`Proof ${number}: what stands behind position ${after} and up to ${until} is not what it was.`)
    if (lost.length > 0) output.say("The proof that was kept is not among them: log and proofs were made anew.")
    if (broken.length + lost.length > 0) terminal().exitCode = EXIT.nothingDone
    else output.say("All are as they were.")
    if (last !== null) output.say(`Keep the last proof elsewhere: ${last}`)
    output.document(found)
  }),
).pipe(Command.withDescription("Show that nothing that the log says about money was changed afterwards"))
