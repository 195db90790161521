import { Effect } from "effect"
import { reader } from "#core/kernel"
import { TEAM_ID, Team } from "./Team.ts"

/** Looks up the member accounts of an actor such as `operator:<id>`: nobody decides about themselves. */
export const linkedAccounts = Effect.map(reader(Team), (readTeam) => (by: string) => {
  const operatorId = by.replace(/^operator:/, "")
  return Effect.map(readTeam(TEAM_ID), (team): ReadonlyArray<string> => team.get(operatorId)?.personIds ?? [])
})
