import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { type Author, actorOf } from "./changeTeam.ts"
import { BreakGlassEnded, BreakGlassOpened, BreakGlassReviewed, type TeamEvent } from "./events.ts"
import { NoOperator, NotAllowed, NothingToChange } from "./refusals.ts"
import { isGlassOpen, type TeamState } from "./Team.ts"

/** Emergency permissions end after this time. */
export const BREAK_GLASS_MS_MAX = 3_600_000

type Decided<Refusal> = Result.Result<ReadonlyArray<TeamEvent>, Refusal>
type Which = { readonly operatorId: string; readonly author: Author; readonly nowMs: number }
const isSelf = ({ operatorId, author }: Which): boolean => author.kind === "operator" && author.id === operatorId

/** Takes emergency permissions for oneself. What was done with the last ones has to be reviewed before. */
export const openGlass =
  ({ reason, ...which }: Which & { readonly reason: string }) =>
  (state: TeamState): Decided<NoOperator | NotAllowed> => {
    const { operatorId, nowMs } = which
    const operator = state.get(operatorId)
    if (operator?.status !== "active") return Result.fail(new NoOperator({}))
    if (!isSelf(which)) return Result.fail(new NotAllowed({ problem: "forOther" }))
    if (operator.glass !== null) return Result.fail(new NotAllowed({ problem: "unreviewed" }))
    const [openedAt, endsAt] = [formatIso(nowMs), formatIso(nowMs + BREAK_GLASS_MS_MAX)]
    return Result.succeed([BreakGlassOpened.make({ operatorId, reason, openedAt, endsAt })])
  }

/** Anybody ends emergency permissions at once, their operator too. */
export const endGlass =
  ({ operatorId, author, nowMs }: Which) =>
  (state: TeamState): Decided<NoOperator | NothingToChange> => {
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (!isGlassOpen(operator, nowMs)) return Result.fail(new NothingToChange({}))
    return Result.succeed([BreakGlassEnded.make({ operatorId, by: actorOf(author), endedAt: formatIso(nowMs) })])
  }

/** Another operator looked at everything that was done, after the end. */
export const reviewGlass =
  ({ note, ...which }: Which & { readonly note: string }) =>
  (state: TeamState): Decided<NoOperator | NotAllowed | NothingToChange> => {
    const { operatorId, author, nowMs } = which
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (operator.glass === null || isGlassOpen(operator, nowMs)) return Result.fail(new NothingToChange({}))
    if (isSelf(which)) return Result.fail(new NotAllowed({ problem: "oneself" }))
    return Result.succeed([
      BreakGlassReviewed.make({ operatorId, note, by: actorOf(author), reviewedAt: formatIso(nowMs) }),
    ])
  }
