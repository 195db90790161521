import { Clock, Context, Effect, Layer, Result } from "effect"
import { uuidv7, withFreshCommandId, writer } from "#core/kernel"
import { INVITE, INVITES_MAX } from "../formRules.ts"
import { readBase32 } from "../names/randomCode.ts"
import { NoInvitesLeft } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { Invite, type InviteState, isOpenInvite, makeInvite } from "./Invite.ts"

/** An invitation as its maker sees it. */
export type MadeInvite = { readonly code: string; readonly status: "open" | "used" | "ended" }

/** Invitations: operators make as many as they like, a member five in all. */
export class Invites extends Context.Service<
  Invites,
  {
    /** Whether somebody may sign up with this code, however they typed it. */
    isOpen(code: string): Effect.Effect<boolean>
    /** The code of a new invitation of the operators. */
    readonly make: Effect.Effect<string>
    /** The code of a member's next invitation. */
    makeFor(personId: string): Effect.Effect<string, NoInvitesLeft>
    listOf(personId: string): Effect.Effect<ReadonlyArray<MadeInvite>>
  }
>()("core/accounts/Invites") {
  static readonly layer = Layer.effect(
    Invites,
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const write = yield* writer(Invite)

      const peek = (code: string): Effect.Effect<InviteState> =>
        withFreshCommandId(write(secrets.inviteStreamOf(code), () => Result.succeed([]))).pipe(
          Effect.map(({ state }) => state ?? Invite.initial),
          Effect.orDie,
        )
      const make = Effect.fnUntraced(function* (inviteId: string, madeBy: string | null) {
        const code = secrets.inviteCodeOf(inviteId)
        const nowMs = yield* Clock.currentTimeMillis
        yield* write(secrets.inviteStreamOf(code), makeInvite({ inviteId, madeBy, nowMs })).pipe(Effect.orDie)
        return code
      })
      /** Those of a member, made or not: their ids are given, so nobody makes more of them. */
      const ownOf = (personId: string) =>
        Effect.forEach(
          Array.from({ length: INVITES_MAX }, (_, number) => secrets.inviteIdOf(personId, number)),
          (id) => {
            const code = secrets.inviteCodeOf(id)
            return Effect.map(peek(code), (state) => ({ inviteId: id, code, state }))
          },
        )

      return Invites.of({
        isOpen: Effect.fn("Invites.isOpen")(function* (text) {
          const code = readBase32(text)
          return INVITE.test(code) && isOpenInvite(yield* peek(code), yield* Clock.currentTimeMillis)
        }),
        make: Effect.flatMap(Clock.currentTimeMillis, (nowMs) => make(uuidv7(nowMs), null)),
        makeFor: Effect.fn("Invites.makeFor")(function* (personId) {
          const next = (yield* ownOf(personId)).find(({ state }) => state.status === "none")
          return next === undefined ? yield* new NoInvitesLeft({}) : yield* make(next.inviteId, personId)
        }),
        listOf: Effect.fn("Invites.listOf")(function* (personId) {
          const nowMs = yield* Clock.currentTimeMillis
          return (yield* ownOf(personId)).flatMap(({ code, state }): ReadonlyArray<MadeInvite> => {
            if (state.status === "none") return []
            if (state.status === "used") return [{ code, status: "used" }]
            return [{ code, status: isOpenInvite(state, nowMs) ? "open" : "ended" }]
          })
        }),
      })
    }),
  )
}
