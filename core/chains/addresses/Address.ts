import type { Hex } from "../Chain.ts"
import type { ScriptType } from "../networks.ts"

/** An address that was read: what is stored and compared is the script, what people are shown is the text. */
export interface Address {
  /** The one way to write it: lower case where case means nothing, the prefix of a cashaddr included. */
  readonly text: string
  readonly script: Hex
  readonly type: ScriptType
}
