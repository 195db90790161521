import { Clock, Effect, Metric } from "effect"
import { AppConfig } from "#core/kernel"
import { findLeaks } from "./findLeaks.ts"

const HOUR_MS = 3_600_000

/** What the hourly checks of gated texts found: answers without one, leaks, and outlets that did not answer. */
export const leakChecks = Metric.frequency("quire_leak_checks_total", {
  description: "Answers that were searched for texts for subscribers, by what came of it.",
  preregisteredWords: ["clean", "leak", "unanswered"],
})

/** Checks that no outlet shows a text for subscribers to anyone else, and alerts operators if one does. */
export const checkLeaks = Effect.gen(function* () {
  const [{ publicOrigin }, nowMs] = [yield* AppConfig, yield* Clock.currentTimeMillis]
  const { answers, leaks, unanswered } = yield* findLeaks(publicOrigin, Math.floor(nowMs / HOUR_MS))
  yield* Effect.forEach(leaks, (leak) =>
    Effect.andThen(
      Metric.update(leakChecks, "leak"),
      Effect.logError("a text for subscribers can be read by others: hide the post", leak),
    ),
  )
  for (let clean = answers - leaks.length; clean > 0; clean--) yield* Metric.update(leakChecks, "clean")
  for (const { outlet, viewer, reason } of unanswered) {
    yield* Metric.update(leakChecks, "unanswered")
    yield* Effect.logWarning("an outlet could not be checked for texts for subscribers", { outlet, viewer, reason })
  }
})
