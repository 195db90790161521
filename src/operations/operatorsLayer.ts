import { Layer } from "effect"
import { OperatorSessions, Operators, RefusedSignIns, TerminalSignIns } from "#core/operators"

/** The operators and their sessions; needs the services of the product. */
export const operatorsLayer = Layer.merge(TerminalSignIns.layer, RefusedSignIns.layer).pipe(
  Layer.provideMerge(Operators.layer),
  Layer.provideMerge(OperatorSessions.layer),
)
