import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { addPasskey } from "./addPasskey.ts"
import { acceptPasskey, removePasskey, renamePasskey } from "./changePasskey.ts"
import { PasskeyAdded, type PasskeyEvent, PasskeyRemoved, PasskeyRenamed, PasskeyUsed } from "./events.ts"
import { PasskeyRing } from "./PasskeyRing.ts"
import { NoPasskey, PASSKEYS_MAX, PasskeyKnown, PasskeyRefused, TooManyPasskeys } from "./refusals.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowIso = "2026-11-21T08:30:00.000Z"
const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`
const passkey = (number: number, counter = 0) => ({
  personId,
  passkeyId: idOf(number),
  credentialId: `credential ${number}`,
  publicKey: "key",
  counter,
  transports: ["internal"],
  name: "Phone",
})
const added = (number: number, counter = 0) => PasskeyAdded.make({ ...passkey(number, counter), addedAt: nowIso })
const which = { personId, passkeyId: idOf(1) }
const removed = PasskeyRemoved.make({ ...which, removedAt: nowIso })
const renamed = PasskeyRenamed.make({ ...which, name: "Key", renamedAt: nowIso })
const used = (counter: number) => PasskeyUsed.make({ ...which, counter, usedAt: nowIso })
const given = (...history: ReadonlyArray<PasskeyEvent>) => replay(PasskeyRing, history)
const full = Array.from({ length: PASSKEYS_MAX }, (_, number) => added(number + 100))

describe("passkeys", () => {
  const add = addPasskey({ ...passkey(1), nowIso })
  it.each([
    ["the first is added", [], Result.succeed([added(1)])],
    ["one that is there is not", [added(1)], Result.fail(new PasskeyKnown({}))],
    ["one that was removed is added again", [added(1), removed], Result.succeed([added(1)])],
    ["no more than one may have", full, Result.fail(new TooManyPasskeys({}))],
  ] as const)("%s", (_, history, outcome) => expect(add(given(...history))).toEqual(outcome))

  const rename = renamePasskey({ ...which, name: "Key", nowIso })
  const remove = removePasskey({ ...which, nowIso })
  it.each([
    ["is renamed", rename(given(added(1))), Result.succeed([renamed])],
    ["is not renamed to what it is called", rename(given(added(1), renamed)), Result.succeed([])],
    ["is renamed while it is there", rename(given(added(2))), Result.fail(new NoPasskey({}))],
    ["is removed", remove(given(added(1))), Result.succeed([removed])],
    ["once", remove(given(added(1), removed)), Result.fail(new NoPasskey({}))],
  ] as const)("one %s", (_, outcome, expected) => expect(outcome).toEqual(expected))

  const use = (counter: number) => acceptPasskey({ ...which, counter, nowIso })
  const refused = Result.fail(new PasskeyRefused({}))
  it.each([
    ["that does not count its signatures", use(0)(given(added(1))), Result.succeed([used(0)])],
    ["that counts them", use(6)(given(added(1, 5))), Result.succeed([used(6)])],
    ["not twice at the same count", use(6)(given(added(1, 5), used(6))), refused],
    ["not at an earlier one", use(5)(given(added(1, 9))), refused],
    ["not one that counted and does no longer", use(0)(given(added(1, 5))), refused],
    ["not one that was removed", use(0)(given(added(1), removed)), refused],
  ] as const)("a signature is accepted of one %s", (_, outcome, expected) => expect(outcome).toEqual(expected))
})
