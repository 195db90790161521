import type { Hex } from "../Chain.ts"
import type { ScriptType } from "../networks.ts"

/** A parsed address: store and compare the script, show the text. */
export interface Address {
  /** The canonical spelling: lower case if case is insignificant, with the prefix of a cashaddr. */
  readonly text: string
  readonly script: Hex
  readonly type: ScriptType
}
