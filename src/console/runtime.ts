import { type Effect, Layer, ManagedRuntime } from "effect"
import { AppConfig, Log } from "#core/kernel"
import { Operations } from "#core/operations"
import type { OperatorSessions, Operators, RefusedSignIns, TerminalSignIns } from "#core/operators"
import { Reveals } from "#core/reveals"
import { BuildControl } from "../operations/BuildControl.ts"
import { operatorsLayer } from "../operations/operatorsLayer.ts"
import { type Services, ServicesLayer } from "../process/runtime.ts"

/** All services of a console page: those of the product, the operators and their operations. */
export type ConsoleServices =
  | Services
  | Operators
  | OperatorSessions
  | TerminalSignIns
  | RefusedSignIns
  | Operations
  | Reveals
  | BuildControl

const ConsoleLayer = Layer.mergeAll(Operations.layer, Reveals.layer, BuildControl.layerByWorker).pipe(
  Layer.provideMerge(operatorsLayer),
  Layer.provideMerge(ServicesLayer),
  Layer.provideMerge(Log.layer("console")),
  Layer.provideMerge(AppConfig.layer),
)
type ConsoleRuntime = ManagedRuntime.ManagedRuntime<ConsoleServices, unknown>

// On globalThis, because pages are bundled separately from the process that serves them and ends the runtime.
const held = globalThis as { quireConsole?: ConsoleRuntime }

/** The single runtime of a console process, created at the first request. */
const consoleRuntime = (): ConsoleRuntime => {
  held.quireConsole ??= ManagedRuntime.make(ConsoleLayer)
  return held.quireConsole
}

/** Runs an effect for a page of the console. */
export const run = <A>(effect: Effect.Effect<A, never, ConsoleServices>): Promise<A> =>
  consoleRuntime().runPromise(effect)
