import { Clock, Context, Effect, Layer, Result } from "effect"
import { uuidv7, withFreshCommandId, writer } from "#core/kernel"
import { INVITE, INVITES_MAX } from "../formRules.ts"
import { readBase32 } from "../names/randomCode.ts"
import { NoInvitesLeft } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { Invite, type InviteState, isOpenInvite, makeInvite } from "./Invite.ts"

/** An invitation as shown to the member who made it. */
export type MadeInvite = { readonly code: string; readonly status: "open" | "used" | "ended" }

/** Invitations: any number by operators, five per member. */
export class Invites extends Context.Service<
  Invites,
  {
    /** Whether a code can be used; accepts any spelling. */
    isOpen(code: string): Effect.Effect<boolean>
    /** Makes an invitation of the operators; returns its code. */
    readonly make: Effect.Effect<string>
    /** Makes a member's next invitation; returns its code. */
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
      /** All invitations of a member, made or not. The ids are derived, which limits their number. */
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
