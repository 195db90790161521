import { Result } from "effect"
import { expect, it } from "vitest"
import { replay } from "#core/kernel"
import type { RevealEvent } from "./events.ts"
import { allowReveals, REVEALS_PER_HOUR_MAX, RevealLog, recordReveal } from "./RevealLog.ts"

const NOW = Date.UTC(2026, 10, 27, 9)
const HOUR_MS = 3_600_000
const reveal = (lookId: string, reason = "Ticket T1234567") => ({
  ...{ operatorId: "ada", personId: "person", fields: ["email"] as const, reason, embargoUntil: null },
  evidence: { lookId, passkeyId: "k", madeAt: "", authenticatorData: "", clientData: "", signature: "" },
})
/** So many reveals, a second apart. */
const given = (count: number, more: ReadonlyArray<RevealEvent> = []) =>
  replay(RevealLog, [
    ...Array.from({ length: count }, (_, number) =>
      Result.getOrThrow(recordReveal(reveal(`look ${number}`), NOW + number)(RevealLog.initial)),
    ).flat(),
    ...more,
  ])
const allowed = Result.getOrThrow(allowReveals("ada", "operator:lin", NOW)(RevealLog.initial))
const outcome = (decided: Result.Result<ReadonlyArray<{ readonly _tag: string }>, { readonly problem: string }>) =>
  Result.match(decided, { onSuccess: ([event]) => event?._tag, onFailure: ({ problem }) => problem })

it.each<[title: string, expected: string, decided: Parameters<typeof outcome>[0]]>([
  ["a first reveal is recorded", "reveals.FieldsRevealed.v1", recordReveal(reveal("a"), NOW)(given(0))],
  ["a reason of 9 characters is refused", "reason", recordReveal(reveal("a", "x".repeat(9)), NOW)(given(0))],
  ["a reason of 501 characters is refused", "reason", recordReveal(reveal("a", "x".repeat(501)), NOW)(given(0))],
  ["a signature is used once", "used", recordReveal(reveal("look 0"), NOW)(given(1))],
  [
    "the 30th within an hour is recorded",
    "reveals.FieldsRevealed.v1",
    recordReveal(reveal("a"), NOW + 1_000)(given(REVEALS_PER_HOUR_MAX - 1)),
  ],
  ["the 31st is refused", "often", recordReveal(reveal("a"), NOW + 1_000)(given(REVEALS_PER_HOUR_MAX))],
  [
    "an hour later it is recorded",
    "reveals.FieldsRevealed.v1",
    recordReveal(reveal("a"), NOW + HOUR_MS + 1_000)(given(REVEALS_PER_HOUR_MAX)),
  ],
  [
    "another operator allows as many again",
    "reveals.FieldsRevealed.v1",
    recordReveal(reveal("a"), NOW + 1_000)(given(REVEALS_PER_HOUR_MAX, allowed)),
  ],
  ["and no more than that", "often", recordReveal(reveal("a"), NOW + 1_000)(given(2 * REVEALS_PER_HOUR_MAX, allowed))],
  ["nobody allows themselves", "oneself", allowReveals("ada", "operator:ada", NOW)(given(0))],
])("%s", (_, expected, decided) => {
  expect(outcome(decided)).toBe(expected)
})
