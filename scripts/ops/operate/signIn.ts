import { hostname } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Result } from "effect"
import { Command } from "effect/cli"
import { OperatorSessions, TerminalSignIns } from "#core/operators"
import { inSession } from "../lib/command.ts"
import { beforeEnd } from "../lib/ending.ts"
import { Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { operatorName } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { consoleOrigin, findSignedIn, forgetToken, runOperating, storeToken } from "./signedIn.ts"

/** Interval of asking whether an operator has confirmed. */
const ASK_MS = 1_000

/** Asks an operator to confirm at the console that this terminal acts as them. */
export const signIn = Command.make("sign-in", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const device = `ops, ${operatorName().replace(/^operator:/, "")} on ${hostname()}`
    const begun = await runOperating(session, Effect.result(TerminalSignIns.use((signIns) => signIns.begin(device))))
    if (Result.isFailure(begun))
      throw new Refused("Too many terminals wait for a confirmation. Try again in 10 minutes.")
    const { requestId, code, secret, expiresMs } = begun.success
    output.say(`Open ${await consoleOrigin(session)}/terminal and enter this code within 10 minutes:`)
    output.say(`  ${code}`)
    const withdraw = () =>
      runOperating(
        session,
        TerminalSignIns.use((signIns) => signIns.withdraw(requestId)),
      )
    const forget = beforeEnd(withdraw)
    const token = await collect(session, requestId, secret, expiresMs).finally(forget)
    if (token === null) throw new Refused("Nobody confirmed the code. Sign in again.")
    storeToken(session, token)
    const signedIn = await findSignedIn(session)
    output.say(`Signed in as ${signedIn?.operator.name}. The session ends after 15 minutes without a command.`)
    output.document({ operatorId: signedIn?.operator.operatorId ?? null, name: signedIn?.operator.name ?? null })
  }),
).pipe(Command.withDescription("Act as an operator at this terminal: confirmed with a passkey at the console"))

const collect = async (
  session: Session,
  requestId: string,
  secret: string,
  expiresMs: number,
): Promise<string | null> => {
  while (Date.now() < expiresMs) {
    const collected = await runOperating(
      session,
      Effect.result(TerminalSignIns.use((signIns) => signIns.collect(requestId, secret))),
    )
    if (Result.isFailure(collected)) return null
    if (collected.success !== null) return collected.success
    await sleep(ASK_MS)
  }
  return null
}

export const signOut = Command.make("sign-out", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const signedIn = await findSignedIn(session)
    if (signedIn !== null)
      await runOperating(
        session,
        OperatorSessions.use((sessions) => sessions.end(signedIn.sessionId)),
      )
    forgetToken(session)
    output.say(signedIn === null ? "Nobody was signed in." : `Signed out ${signedIn.operator.name}.`)
    output.document({ signedOut: signedIn !== null })
  }),
).pipe(Command.withDescription("End the operator's session of this terminal"))
