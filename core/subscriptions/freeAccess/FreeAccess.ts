import { Clock, Context, Effect, Layer } from "effect"
import { type Decide, dieOnConflict, jointWriter, reader, writer } from "#core/kernel"
import type { NoFreeAccess } from "../refusals.ts"
import { supportLevels } from "../supportLevels.ts"
import { AccessList, giveListedAccess, withdrawListedAccess } from "./AccessList.ts"
import { AccessPass, type AccessPassState, passIdOf, TrialOffer } from "./AccessPass.ts"
import { beginTrial, type GivenAccess, lapseAccess, offerTrial, type PassOf } from "./changePass.ts"
import type { AccessPassEvent } from "./events.ts"

/** A person and a creator. */
export type PassRef = { readonly creatorId: string; readonly personId: string }

/** Access without payment: what creators give, and trials. Commands return the log position to wait for. */
export class FreeAccess extends Context.Service<
  FreeAccess,
  {
    /** Gives a person a level with a creator, until a time or without an end; replaces what was given before. */
    give(pass: PassRef, access: GivenAccess): Effect.Effect<number, NoFreeAccess>
    withdraw(pass: PassRef): Effect.Effect<number>
    /** Sets the days of the trial that a creator offers; 0 for none. */
    offerTrial(creatorId: string, days: number): Effect.Effect<number, NoFreeAccess>
    /** Begins the trial that a creator offers. It opens the level of subscribers, once for each person. */
    beginTrial(pass: PassRef): Effect.Effect<number, NoFreeAccess>
    /** Records the end of access that is over. Any number of processes may call it. */
    lapse(pass: PassRef): Effect.Effect<number>
  }
>()("core/subscriptions/FreeAccess") {
  static readonly layer = Layer.effect(
    FreeAccess,
    Effect.gen(function* () {
      const [writePass, writeOffer] = [yield* writer(AccessPass), yield* writer(TrialOffer)]
      const writeJointly = yield* jointWriter
      const [readOffer, levelOf] = [yield* reader(TrialOffer), yield* supportLevels]

      const change = Effect.fnUntraced(function* <Refusal>(
        { creatorId, personId }: PassRef,
        decide: (of: PassOf) => Decide<AccessPassState, AccessPassEvent, Refusal>,
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        const writing = writePass(passIdOf(creatorId, personId), decide({ creatorId, personId, nowMs }))
        return (yield* dieOnConflict(writing)).receipt.position
      })

      /** The pass of a person, and its creator's list of all of them. */
      const partsOf = ({ creatorId, personId }: PassRef) => ({
        pass: { aggregate: AccessPass, id: passIdOf(creatorId, personId) },
        list: { aggregate: AccessList, id: creatorId },
      })

      return FreeAccess.of({
        give: Effect.fn("FreeAccess.give")(function* (pass, access) {
          const of = { ...pass, nowMs: yield* Clock.currentTimeMillis }
          const writing = writeJointly(partsOf(pass), giveListedAccess(of, access))
          return (yield* dieOnConflict(writing)).receipt.position
        }),
        withdraw: Effect.fn("FreeAccess.withdraw")(function* (pass) {
          const of = { ...pass, nowMs: yield* Clock.currentTimeMillis }
          return (yield* dieOnConflict(writeJointly(partsOf(pass), withdrawListedAccess(of)))).receipt.position
        }),
        offerTrial: Effect.fn("FreeAccess.offerTrial")(function* (creatorId, days) {
          const writing = writeOffer(creatorId, offerTrial(creatorId, days, yield* Clock.currentTimeMillis))
          return (yield* dieOnConflict(writing)).receipt.position
        }),
        beginTrial: Effect.fn("FreeAccess.beginTrial")(function* (pass) {
          const days = yield* readOffer(pass.creatorId)
          const isOpen = (yield* levelOf(pass.creatorId, pass.personId, 0)) > 0
          return yield* change(pass, (of) => beginTrial(of, days, isOpen))
        }),
        lapse: Effect.fn("FreeAccess.lapse")((pass) => change(pass, lapseAccess)),
      })
    }),
  )
}
