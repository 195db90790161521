import { Effect } from "effect"
import { Argument } from "effect/cli"
import { GROUP_SCOPES, SCOPES } from "#contract/chat"
import { Chats } from "#core/chat"
import { CurrentMeta } from "#core/kernel"
import { findPerson, type Person } from "#projections/accounts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

export const creator = Argument.String("creator").pipe(Argument.withDescription("The creator's code"))
export const person = Argument.String("person").pipe(Argument.withDescription("The person's code"))
export const groupScope = Argument.Literals("scope", GROUP_SCOPES).pipe(Argument.withDescription("Which of the rooms"))
export const scope = Argument.Literals("scope", SCOPES).pipe(
  Argument.withDescription("Which of the rooms; Person: whether the creator may be written to at all"),
)

type Flags = { readonly yes: boolean; readonly json: boolean }
type ChatsService = (typeof Chats)["Service"]

type Refusal = { readonly _tag: string }

/** Runs a chat command as the operator: resolves codes, shows the plan in `steps`, then executes it. */
export const runChatCommand = (
  flags: Flags,
  codes: ReadonlyArray<string>,
  step: (names: ReadonlyArray<string>) => string,
  act: (chats: ChatsService, people: ReadonlyArray<Person>) => Effect.Effect<{ readonly position: number }, Refusal>,
) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const people = await Promise.all(
      codes.map(async (code) => {
        const person = await session.run(findPerson(code))
        if (person === null) throw new Refused(`No person has the code ${code}.`, EXIT.usage)
        return person
      }),
    )
    const names = people.map(({ userCode, displayName }) =>
      displayName === null ? userCode : `${displayName} (${userCode})`,
    )
    await runPlan({ yes: flags.yes, output, steps: [step(names)] }, async () => {
      const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
      const { position } = await session.run(
        Chats.use((chats) => act(chats, people)).pipe(
          Effect.catch(({ _tag }) => Effect.die(new Refused(`Chat refuses that: ${_tag}.`))),
          Effect.provideService(CurrentMeta, meta),
        ),
      )
      output.say(position === 0 ? "Nothing changed." : "Done.")
      await waitUntilCaughtUp(session)
      return { position }
    })
  })
