import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Parameter } from "#core/operations"
import { permissionsOf } from "#core/operators"
import { operations } from "#src/operations/registry.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runOperation } from "./runOperation.ts"
import { findSignedIn } from "./signedIn.ts"

const operation = Argument.String("operation").pipe(
  Argument.withDescription("Its name, such as withdrawals.stop; without one, all of them are listed"),
  Argument.optional,
)
const inputs = Argument.variadic(Argument.String("input")).pipe(
  Argument.withDescription('Inputs as name=value: coin=BTC "reason=the node moves"'),
)
export const noWait = Flag.Boolean("no-wait").pipe(
  Flag.withDescription("End once it is planned, instead of waiting until operators have signed it"),
  Flag.withDefault(false),
)

/** Runs an operation of the console as the operator who signed in, or lists them. */
export const run = Command.make("run", { operation, inputs, noWait, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const name = Option.getOrNull(flags.operation)
    if (name !== null)
      return runOperation(session, output, {
        name,
        given: readInputs(flags.inputs),
        yes: flags.yes,
        wait: !flags.noWait,
      })
    const signedIn = await findSignedIn(session)
    const held = permissionsOf(signedIn?.operator.roles ?? [])
    const rows = operations
      .filter(({ permission }) => signedIn === null || held.has(permission))
      .map((each) => ({
        operation: each.name,
        inputs: Object.entries<Parameter>(each.parameters)
          .map(([key, parameter]) => (parameter.kind === "text" && parameter.isOptional ? `[${key}]` : key))
          .join(" "),
        signatures: each.approvals,
        permission: each.permission,
      }))
    output.table(rows)
    output.say(
      signedIn === null ? "Nobody is signed in: npm run ops -- sign-in" : `Signed in as ${signedIn.operator.name}.`,
    )
    output.document({ operations: rows })
  }),
).pipe(
  Command.withDescription("Run an operation of the console as the operator who signed in"),
  Command.withExamples([
    {
      command: 'run withdrawals.stop coin=BTC "reason=the node moves" --yes',
      description: "Planned here, signed there",
    },
  ]),
)

const readInputs = (given: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const pairs = given.map((each) => /^(\w+)=([\s\S]*)$/.exec(each))
  const wrong = pairs.indexOf(null)
  if (wrong >= 0) throw new Refused(`${given[wrong]} is not an input such as coin=BTC.`, EXIT.usage)
  return Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1], pair[2]]])))
}
