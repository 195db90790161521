/** What a browser may know of the library. */
import { Schema } from "effect"

/** Where an access came from; the call's header `from` names it. */
export const AccessOrigin = Schema.Literals(["pc", "mobile"])
export type AccessOrigin = typeof AccessOrigin.Type
