import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { proveLog, readProof, verifyLog } from "#core/ledger"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"

const storedProof = Flag.String("kept").pipe(
  Flag.withDescription("A proof printed by an earlier run and stored outside the database"),
  Flag.optional,
)

/** Verifies the proofs over all events about money and of operators. A failed verification ends with exit code 3. */
export const verify = Command.make("verify", { kept: storedProof, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const text = Option.getOrNull(flags.kept)
    const proof = text === null ? null : readProof(text)
    if (text !== null && proof === null) throw new Refused(`${text} is not a proof such as 12:5feceb66…`, EXIT.usage)
    await proveLog(sql)
    const found = await verifyLog(sql, proof === null ? [] : [proof])
    const { events, proofs, broken, lost, last } = found
    output.say(`${events} events about money and of operators are covered by ${proofs} proofs.`)
    for (const { number, scope, after, until } of broken)
      output.say(`Proof ${number} (${scope}) fails: events after position ${after} up to ${until} were changed.`)
    if (lost.length > 0) output.say("The stored proof is missing: log and proofs were replaced.")
    if (broken.length + lost.length > 0) terminal().exitCode = EXIT.nothingDone
    else output.say("All proofs hold.")
    if (last !== null) output.say(`Store the last proof elsewhere: ${last}`)
    output.document(found)
  }),
).pipe(Command.withDescription("Verify that no event about money or of operators was changed"))
