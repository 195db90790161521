import { Effect } from "effect"
import { AppConfig, nameUuid, reader } from "#core/kernel"
import { Mail, NOTICE_LIFE_MS } from "#core/mail"
import { TEAM_ID, Team, TeamEvents } from "#core/operators"
import type { Reactor } from "#projections/runner"

/** This mail is about no member; its text is sealed for this subject. */
const OPERATORS_SUBJECT = nameUuid("quire:operators")
const OPENED = "operators.BreakGlassOpened.v1"

/** Mails everybody who operates the site when somebody takes emergency permissions: once for each address. */
export const breakGlassReactor = Effect.gen(function* () {
  const [{ operatorsMail = [] }, mail, readTeam] = [yield* AppConfig, yield* Mail, yield* reader(Team)]

  const notify = Effect.fnUntraced(function* (type: string, data: unknown, eventId: string) {
    const event = TeamEvents.decodeOpen(type, data)
    if (event._tag !== OPENED) return
    const { operatorId, reason, openedAt } = event
    const name = (yield* readTeam(TEAM_ID)).get(operatorId)?.name ?? operatorId
    for (const to of operatorsMail)
      yield* mail.post({
        ...{ messageId: nameUuid(`break glass\n${eventId}\n${to}`), subjectId: OPERATORS_SUBJECT },
        ...{ kind: "emergencyTaken", locale: "en", about: { at: openedAt } },
        personal: { to, name, message: reason },
        expiresMs: Date.parse(openedAt) + NOTICE_LIFE_MS,
      })
  })

  return {
    name: "break_glass",
    types: [OPENED],
    from: "now",
    react: ({ type, data, eventId }) => Effect.runPromise(notify(type, data, eventId)),
  } satisfies Reactor
})
