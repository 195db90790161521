import { Layer } from "effect"
import { OperatorSessions, Operators } from "#core/operators"

/** The operators and their sessions; needs the services of the product. */
export const operatorsLayer = Operators.layer.pipe(Layer.provideMerge(OperatorSessions.layer))
