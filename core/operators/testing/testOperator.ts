import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto"
import { Clock, Effect, Result } from "effect"
import { formatIso, uuidv7, writer } from "#core/kernel"
import { OperatorInvited, OperatorJoined, OperatorLinked, OperatorPasskeyAdded } from "../events.ts"
import { OperatorKeys } from "../OperatorKeys.ts"
import type { OperatorRole } from "../permissions.ts"
import { digestOfLook, type Look, type PasskeyAnswer } from "../signedLook.ts"
import { TEAM_ID, Team } from "../Team.ts"

const HOUR_MS = 3_600_000
/** User present and verified (Web Authentication, section 6.1). */
const FLAGS = 0x05

/** An operator with two passkeys, who can sign. @param origin of the console */
export const makeTestOperator = Effect.fn("makeTestOperator")(function* (
  origin: string,
  roles: ReadonlyArray<OperatorRole>,
  personIds: ReadonlyArray<string> = [],
) {
  const nowMs = yield* Clock.currentTimeMillis
  const [at, by] = [formatIso(nowMs), "operator:root"]
  const operatorId = uuidv7(nowMs)
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const cose = Buffer.concat([
    ...[Buffer.from("a5010203262001215820", "hex"), Buffer.from(x, "base64url")],
    ...[Buffer.from("225820", "hex"), Buffer.from(y, "base64url")],
  ])
  const credentialIds = [randomBytes(16), randomBytes(16)].map((each) => each.toString("base64url"))
  const [writeTeam, writeKeys] = [yield* writer(Team), yield* writer(OperatorKeys)]
  const expiresAt = formatIso(nowMs + HOUR_MS)
  yield* writeTeam(TEAM_ID, () =>
    Result.succeed([
      OperatorInvited.make({ operatorId, name: "Ada", roles, codeDigest: operatorId, expiresAt, by, invitedAt: at }),
      OperatorJoined.make({ operatorId, joinedAt: at }),
      ...personIds.map((personId) => OperatorLinked.make({ operatorId, personId, by, linkedAt: at })),
    ]),
  ).pipe(Effect.orDie)
  yield* writeKeys(operatorId, () =>
    Result.succeed(
      credentialIds.map((credentialId) =>
        OperatorPasskeyAdded.make({
          ...{ operatorId, passkeyId: uuidv7(nowMs), credentialId, publicKey: cose.toString("base64url"), counter: 0 },
          ...{ transports: [], name: "Key", addedAt: at },
        }),
      ),
    ),
  ).pipe(Effect.orDie)

  /** The passkey's answer to a challenge. */
  const sign = (challenge: Uint8Array): PasskeyAnswer => {
    const clientData = Buffer.from(
      JSON.stringify({
        type: "webauthn.get",
        challenge: Buffer.from(challenge).toString("base64url"),
        origin,
        crossOrigin: false,
      }),
    )
    const rpIdHash = createHash("sha256").update(new URL(origin).hostname).digest()
    const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([FLAGS, 0, 0, 0, 0])])
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()])
    const [id = ""] = credentialIds
    return {
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
      },
    }
  }
  /** A new look with its signature. */
  const check = (about: Look["about"], reason: string) => {
    const made = { lookId: uuidv7(Date.now()), operatorId, about, reason, madeMs: Date.now() }
    return { ...made, signed: sign(digestOfLook(made)) }
  }
  return { operatorId, by: `operator:${operatorId}`, sign, look: check }
})
export type TestOperator = Effect.Success<ReturnType<typeof makeTestOperator>>
