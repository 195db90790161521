import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto"
import type { StoredEvent } from "#core/kernel"
import { type OperatorRole, ROLE_PERMISSIONS } from "../../operators/permissions.ts"

/** What the auditor knows of each operation, apart from the product's declarations. */
const RULES = {
  "sample.release": { signatures: 2, permission: "withdrawals.resume" },
  "sample.stop": { signatures: 1, permission: "withdrawals.stop" },
} as const

type Member = {
  roles: ReadonlyArray<string>
  isActive: boolean
  keys: Map<string, KeyObject>
  personIds: ReadonlyArray<string>
}
type Signed = { readonly by: string; readonly isValid: boolean }
type Run = {
  readonly plan: { readonly name: keyof typeof RULES; readonly parameters: { readonly person: string } }
  readonly expiresMs: number
  readonly signed: Array<Signed>
  isRejected: boolean
  starts: number
  /** Why it should not have started; an act makes it a violation. */
  problem: string | null
  acts: number
  end: "completed" | "failed" | null
}

export type Audit = {
  readonly acts: number
  /** What is wrong, in words. */
  readonly violations: ReadonlyArray<string>
}

/**
 * Reads the whole log in its order and finds everything that operators did without enough signatures. It shares no code
 * with the commands: it folds the events itself and verifies the signatures with the keys in the log.
 * @param plans the canonical plan of each run
 */
export const auditFourEyes = (log: ReadonlyArray<StoredEvent>, plans: ReadonlyMap<string, string>): Audit => {
  const team = new Map<string, Member>()
  const runs = new Map<string, Run>()
  const violations: Array<string> = []
  let acts = 0

  const memberOf = (operatorId: string): Member => {
    const known = team.get(operatorId) ?? { roles: [], isActive: false, keys: new Map(), personIds: [] }
    team.set(operatorId, known)
    return known
  }
  const may = (operatorId: string, { plan: { name, parameters } }: Run): boolean => {
    const { isActive, roles, keys, personIds } = memberOf(operatorId)
    const permissions = roles.flatMap((role): ReadonlyArray<string> => ROLE_PERMISSIONS[role as OperatorRole])
    const isOther = !personIds.includes(parameters.person)
    return isActive && keys.size >= 2 && permissions.includes(RULES[name].permission) && isOther
  }

  for (const { position, type, data, stream, actor, correlationId } of log) {
    const event = data as Readonly<Record<string, string>>
    const { operatorId = "", operationId = "", by = "" } = event
    const wrong = (what: string) => violations.push(`${position} ${stream}: ${what}`)
    const run = runs.get(operationId)
    switch (type) {
      case "operators.OperatorInvited.v1":
        memberOf(operatorId).roles = (data as { readonly roles: ReadonlyArray<string> }).roles
        break
      case "operators.OperatorJoined.v1":
      case "operators.OperatorRestored.v1":
        memberOf(operatorId).isActive = true
        break
      case "operators.OperatorSuspended.v1":
        memberOf(operatorId).isActive = false
        break
      case "operators.RoleGranted.v1":
        memberOf(operatorId).roles = [...memberOf(operatorId).roles, event["role"] ?? ""]
        break
      case "operators.RoleRevoked.v1":
        memberOf(operatorId).roles = memberOf(operatorId).roles.filter((role) => role !== event["role"])
        break
      case "operators.OperatorLinked.v1":
        memberOf(operatorId).personIds = [...memberOf(operatorId).personIds, event["personId"] ?? ""]
        break
      case "operators.PasskeyAdded.v1":
        memberOf(operatorId).keys.set(event["passkeyId"] ?? "", keyOf(event["publicKey"] ?? ""))
        break
      case "operations.OperationPlanned.v1": {
        const plan = plans.get(operationId) ?? "{}"
        if (digestOf(plan) !== event["planHash"]) wrong("the fingerprint is not that of the plan")
        runs.set(operationId, {
          ...{ plan: JSON.parse(plan), expiresMs: Date.parse(event["expiresAt"] ?? ""), signed: [] },
          ...{ isRejected: false, starts: 0, problem: null, acts: 0, end: null },
        })
        break
      }
      case "operations.OperationApproved.v1": {
        const key = memberOf(by).keys.get(event["passkeyId"] ?? "")
        run?.signed.push({
          by,
          isValid: key !== undefined && isSigned(event, key, digestOf(plans.get(operationId) ?? "")),
        })
        break
      }
      case "operations.OperationRejected.v1":
        if (run !== undefined) run.isRejected = true
        break
      case "operations.OperationStarted.v1": {
        if (run === undefined) {
          wrong("started without a plan")
          break
        }
        run.starts += 1
        const { signatures } = RULES[run.plan.name]
        const counted = new Set(run.signed.filter((each) => each.isValid && may(each.by, run)).map((each) => each.by))
        // Who loses a permission at this very moment may be known a moment later: then nothing is done.
        if (counted.size < signatures) run.problem = `${counted.size} of ${signatures} signatures`
        if (!may(by, run)) run.problem = "a starter who may not"
        if (run.starts > 1) wrong("started twice")
        if (run.isRejected) wrong("started after it was stopped")
        if (Date.parse(event["startedAt"] ?? "") >= run.expiresMs) wrong("started after its plan expired")
        break
      }
      case "operations.OperationCompleted.v1":
        if (run !== undefined) run.end = "completed"
        break
      case "operations.OperationFailed.v1":
        if (run !== undefined) run.end = "failed"
        break
      case "test.Deposited.v1":
      case "test.Withdrawn.v1": {
        if (!actor.startsWith("operator:")) break
        acts += 1
        const cause = runs.get(correlationId)
        if (cause !== undefined && cause.problem !== null) wrong(`an act with ${cause.problem}`)
        if (cause === undefined || cause.starts === 0) wrong("an act without a started run")
        else if (++cause.acts > 1) wrong("an act was done twice")
        break
      }
    }
  }
  for (const [operationId, { end, acts: done }] of runs) {
    if (end === "completed" && done !== 1) violations.push(`${operationId} completed with ${done} acts`)
    if (end === "failed" && done > 0) violations.push(`${operationId} failed and did something`)
  }
  return { acts, violations }
}

const digestOf = (plan: string): string => createHash("sha256").update(plan).digest("base64url")

/** The P-256 key of a COSE key whose last items are x and y (RFC 9053, 7.1.1). */
const keyOf = (cose: string): KeyObject => {
  const bytes = Buffer.from(cose, "base64url")
  const [x = "", y = ""] = [bytes.subarray(-67, -35), bytes.subarray(-32)].map((each) => each.toString("base64url"))
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" })
}

/** Whether a passkey signed this challenge (Web Authentication, section 7.2). */
const isSigned = (event: Readonly<Record<string, string>>, key: KeyObject, challenge: string): boolean => {
  const part = (name: string) => Buffer.from(event[name] ?? "", "base64url")
  const client = part("clientData")
  const signed = Buffer.concat([part("authenticatorData"), createHash("sha256").update(client).digest()])
  return JSON.parse(client.toString()).challenge === challenge && verify("sha256", signed, key, part("signature"))
}
