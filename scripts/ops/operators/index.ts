import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { AppConfig, CurrentMeta } from "#core/kernel"
import { type Author, OPERATOR_ROLES, type OperatorRole, Operators } from "#core/operators"
import { operatorsLayer } from "../../../src/operations/operatorsLayer.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"

const NAME_LENGTH_MAX = 60

const name = Argument.String("name").pipe(Argument.withDescription("The operator's name, as the console shows it"))
const operator = Argument.String("operator").pipe(Argument.withDescription("The operator's id, as list shows it"))
const role = Argument.Literals("role", OPERATOR_ROLES).pipe(Argument.withDescription("The role"))
const roles = Flag.String("roles").pipe(
  Flag.withDescription(`Separated by commas: ${OPERATOR_ROLES.join(", ")}. keyHolder by default`),
  Flag.withDefault("keyHolder"),
)

/** The owner of the machine, named in the log by their system user. */
const author = (): Author => ({ kind: "machine", name: operatorName().replace(/^operator:/, "") })

/** What happens to a role that this command may not grant by itself. */
const PROPOSED =
  "Proposed: two key holders grant it at the console, on the page of operators. If no key holder refuses it, this command grants it after three days."

const PROBLEMS: Readonly<Record<string, string>> = {
  NoOperator: "There is no such operator: npm run ops -- operators list shows them.",
  NotAllowed:
    "Nobody may have both of these roles, two key holders must remain, and a role that was proposed waits for two of them, or for three days.",
  NothingToChange: "Nothing would change.",
}

const asMachine = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.catch(({ _tag }) => Effect.die(new Refused(PROBLEMS[_tag] ?? _tag))),
    Effect.provideService(CurrentMeta, {
      ...{ actor: operatorName(), commandId: null, correlationId: null, causationId: null },
    }),
  )

const use = <A, E extends { readonly _tag: string }>(
  session: Session,
  act: (operators: (typeof Operators)["Service"]) => Effect.Effect<A, E>,
): Promise<A> => session.run(asMachine(Operators.use(act)).pipe(Effect.provide(operatorsLayer)))

const readRoles = (text: string): ReadonlyArray<OperatorRole> => {
  const given = [...new Set(text.split(",").map((each) => each.trim()))]
  const unknown = given.filter((each) => !OPERATOR_ROLES.includes(each as OperatorRole))
  if (unknown.length > 0)
    throw new Refused(`${unknown.join(", ")} is not one of ${OPERATOR_ROLES.join(", ")}.`, EXIT.usage)
  return given as ReadonlyArray<OperatorRole>
}

const invite = Command.make("invite", { name, roles, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const [shown, given] = [flags.name.trim(), readRoles(flags.roles)]
    if (shown === "" || shown.length > NAME_LENGTH_MAX)
      throw new Refused(`A name has 1 to ${NAME_LENGTH_MAX} characters.`, EXIT.usage)
    const steps = [`invite ${shown} to operate Quire as ${given.join(", ")}, by a link that works once within 24 hours`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const { operatorId, code } = await use(session, (operators) => operators.invite(shown, given, author()))
      const { consoleOrigin } = await session.run(AppConfig)
      const url = `${consoleOrigin}/join?code=${code}`
      output.say(`Open this link on the device whose passkey ${shown} will use:`)
      output.say(url)
      const invited = await use(session, ({ find }) => find(operatorId))
      if ((invited?.proposals.size ?? 0) > 0) output.say(PROPOSED)
      return { operatorId, url }
    })
  }),
).pipe(
  Command.withDescription("Invite an operator: prints a link to the console"),
  Command.withExamples([
    { command: "operators invite Mara --yes", description: "A key holder, who can appoint others" },
    { command: "operators invite Ola --roles treasurer,support --yes", description: "With two other roles" },
  ]),
)

const list = Command.make("list", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const all = await use(session, ({ list: everyone }) => everyone)
    const rows = all.map(({ operatorId, name: shown, status, roles: held }) => ({
      ...{ operator: operatorId, name: shown, status, roles: held.join(", ") },
    }))
    output.table(rows)
    output.document({ operators: rows })
  }),
).pipe(Command.withDescription("All operators and their roles"))

const changeRole = (verb: "grant" | "revoke") =>
  Command.make(verb, { operator, role, yes, json }, (flags) =>
    inSession(flags, async (session, output) => {
      const step = verb === "grant" ? "give the role" : "take the role"
      await runPlan({ yes: flags.yes, output, steps: [`${step} ${flags.role}: ${flags.operator}`] }, async () => {
        await use(session, (operators) => operators[verb](flags.operator, flags.role, author()))
        const found = await use(session, ({ find }) => find(flags.operator))
        output.say(found?.proposals.has(flags.role) === true ? PROPOSED : "Done.")
      })
    }),
  )
const grant = changeRole("grant").pipe(Command.withDescription("Grant a role; operators themselves need two for it"))
const revoke = changeRole("revoke").pipe(Command.withDescription("Revoke a role and end the operator's sessions"))

const suspend = Command.make("suspend", { operator, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused("Give a reason with --reason.", EXIT.usage)
    const steps = [`suspend ${flags.operator} and end their sessions: ${flags.reason}`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      await use(session, (operators) => operators.suspend(flags.operator, flags.reason.trim(), author()))
      output.say("Done.")
    })
  }),
).pipe(Command.withDescription("Suspend an operator at once"))

export const operators = Command.make("operators").pipe(
  Command.withDescription("The operators of the console: invitations and roles"),
  Command.withSubcommands([list, invite, grant, revoke, suspend]),
)
