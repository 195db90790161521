import type { ReleasesState } from "./Release.ts"

/**
 * What a worker does. `works`: prepares read models and runs jobs. `standsIn`: runs jobs of the release before until a
 * worker of the chosen one does. `waits`: keeps its own read models current, and nothing else.
 */
export type Duty = "works" | "standsIn" | "waits"

/**
 * The duty of a worker. Without any choice everybody works. The release before stands in, so that a choice whose workers
 * have not started yet stops nothing; other releases do not, because nobody knows whether they fit.
 * @param isChosenWorking whether a worker of the chosen release runs jobs
 */
export const dutyOf = (
  { chosen, previous }: Pick<ReleasesState, "chosen" | "previous">,
  build: string,
  isChosenWorking: boolean,
): Duty => {
  if (chosen === null || chosen.build === build) return "works"
  return previous?.build === build && !isChosenWorking ? "standsIn" : "waits"
}
