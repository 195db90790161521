import { Effect } from "effect"
import { Attempts } from "#core/accounts"
import { SignatureRefused, type Terminal, TerminalSignIns } from "#core/operators"
import { readSignature } from "./forms.ts"
import { asOperator } from "./http.ts"
import { run } from "./runtime.ts"
import type { ConsoleKey } from "./texts/index.ts"

/** Codes that one operator tries. */
const CODES = { name: "operator-terminal", times: 10, seconds: 900 }

type Confirmation = {
  readonly code: string
  readonly problem: ConsoleKey | null
  /** Until the operator may try again. */
  readonly waitSeconds: number
  /** The terminal that asks, with what the passkey signs. */
  readonly asking: { readonly terminal: Terminal; readonly options: unknown } | null
  readonly isDone: boolean
}

/** Reads the code of a terminal and, with a signature, confirms it. @param fields of the form; null before it was sent */
export const confirmTerminal = (
  operatorId: string,
  fields: Readonly<Record<string, string>> | null,
): Promise<Confirmation> => {
  const { code = "", signed } = fields ?? {}
  const nothing: Confirmation = { code, problem: null, waitSeconds: 0, asking: null, isDone: false }
  if (fields === null) return Promise.resolve(nothing)
  const confirm = Effect.gen(function* () {
    const waitSeconds = yield* Attempts.use((attempts) => attempts.count(CODES, operatorId))
    if (waitSeconds > 0) return { ...nothing, waitSeconds }
    const signIns = yield* TerminalSignIns
    const terminal = yield* signIns.find(code)
    if (signed !== undefined) {
      const answer = readSignature(signed)
      if (answer === null) return yield* new SignatureRefused({})
      yield* signIns.confirm(code, operatorId, answer)
      return { ...nothing, isDone: true }
    }
    return { ...nothing, asking: { terminal, options: yield* signIns.beginConfirmation(code, operatorId) } }
  })
  return run(
    confirm.pipe(
      asOperator(operatorId),
      Effect.catch(({ messageKey }) => Effect.succeed({ ...nothing, problem: messageKey })),
    ),
  )
}
