import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { AppConfig } from "#core/kernel"
import { Operations } from "#core/operations"
import { type Operator, OperatorSessions, Operators, type TerminalSignIns } from "#core/operators"
import { Reveals } from "#core/reveals"
import { BuildControl } from "#src/operations/BuildControl.ts"
import { operatorsLayer } from "#src/operations/operatorsLayer.ts"
import type { Services } from "#src/process/runtime.ts"
import { Refused } from "../lib/exit.ts"
import type { Session } from "../lib/session.ts"

/** The token of an operator's session at this terminal. */
const FILE = "operator-session"
const OWNER_ONLY = 0o600
/** Permission bits of others than the owner. */
const OTHERS = 0o077

const fileOf = ({ dataDirectory }: Session): string => join(dataDirectory, FILE)

/** Stores the token so that only the owner of the data directory can read it. */
export const storeToken = (session: Session, token: string): void => {
  const file = fileOf(session)
  const written = `${file}.${randomBytes(6).toString("hex")}`
  writeFileSync(written, token, { flag: "wx", mode: OWNER_ONLY })
  chmodSync(written, OWNER_ONLY)
  renameSync(written, file)
}

export const forgetToken = (session: Session): void => rmSync(fileOf(session), { force: true })

/** The stored token; null if there is none. */
const readToken = (session: Session): string | null => {
  const file = fileOf(session)
  if (!existsSync(file)) return null
  const { mode } = lstatSync(file)
  if ((mode & OTHERS) !== 0)
    throw new Refused(`${file} can be read by others. Delete it, end its session at the console, and sign in again.`)
  return readFileSync(file, "utf8").trim()
}

type Needed = Services | Operators | OperatorSessions | TerminalSignIns | Operations | Reveals | BuildControl
const layer = Layer.mergeAll(Operations.layer, Reveals.layer, BuildControl.layerHere).pipe(
  Layer.provideMerge(operatorsLayer),
)

/** Runs an effect with the services of operators. */
export const runOperating = <A, E>(session: Session, effect: Effect.Effect<A, E, Needed>): Promise<A> =>
  session.run(effect.pipe(Effect.provide(layer)))

export const consoleOrigin = (session: Session): Promise<string> =>
  session.run(AppConfig.use((settings) => Effect.succeed(settings.consoleOrigin)))

/** The operator who is signed in at this terminal, and the id of the session; null if there is none. */
export const findSignedIn = (
  session: Session,
): Promise<{ readonly operator: Operator; readonly sessionId: string } | null> => {
  const token = readToken(session)
  if (token === null) return Promise.resolve(null)
  return runOperating(
    session,
    Effect.gen(function* () {
      const found = yield* OperatorSessions.use((sessions) => sessions.find(token, "terminal"))
      if (found === null) return null
      const operator = yield* Operators.use((operators) => operators.find(found.operatorId))
      return operator?.status === "active" ? { operator, sessionId: found.sessionId } : null
    }),
  )
}
