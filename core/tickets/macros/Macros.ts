import { Clock, Context, Effect, Layer } from "effect"
import { cachedReader, dieOnConflict, uuidv7, writer } from "#core/kernel"
import type { UnfitTicket } from "../refusals.ts"
import { type MacroInvalid, readMacro, removeMacro, saveMacro } from "./changeMacro.ts"
import { MACROS_ID, type Macro, MacroList } from "./MacroList.ts"

/** Prepared answers of support, which all operators share. `by` is the actor that is recorded. */
export class Macros extends Context.Service<
  Macros,
  {
    /** In alphabetical order. */
    readonly all: Effect.Effect<ReadonlyArray<Macro>>
    /** @param macro without an id, it is a new one */
    save(
      macro: Omit<Macro, "macroId"> & { readonly macroId: string | null },
      by: string,
    ): Effect.Effect<string, MacroInvalid | UnfitTicket>
    remove(macroId: string, by: string): Effect.Effect<void, MacroInvalid>
  }
>()("core/tickets/Macros") {
  static readonly layer = Layer.effect(
    Macros,
    Effect.gen(function* () {
      const [cached, write] = [yield* cachedReader, yield* writer(MacroList)]
      const list = cached.of(MacroList)(MACROS_ID)

      return {
        all: Effect.map(cached.read([list], 0), ([state]) =>
          [...state.values()].toSorted((one, other) => one.name.localeCompare(other.name)),
        ),
        save: Effect.fn("Macros.save")(function* (given, by) {
          const nowMs = yield* Clock.currentTimeMillis
          const macro = yield* Effect.fromResult(readMacro({ ...given, macroId: given.macroId ?? uuidv7(nowMs) }))
          yield* write(MACROS_ID, saveMacro({ by, nowMs, macro })).pipe(dieOnConflict)
          return macro.macroId
        }),
        remove: Effect.fn("Macros.remove")(function* (macroId, by) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* write(MACROS_ID, removeMacro({ by, nowMs, macroId })).pipe(dieOnConflict)
        }),
      }
    }),
  )
}
