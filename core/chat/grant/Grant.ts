import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { GrantEvent, GrantEvents, LevelGranted, LevelRevoked } from "../events.ts"

/** 0 none, 2 subscriber, 3 premium subscriber. */
export type Level = 0 | 2 | 3
export type GrantState = { readonly level: Level }

/** The level granted to a person by a creator. */
export const Grant: Aggregate<GrantState, GrantEvent> = {
  category: "chatgrant",
  events: GrantEvents,
  initial: { level: 0 },
  evolve: (_, event) =>
    GrantEvent.match(event, {
      "chat.LevelGranted.v1": ({ level }): GrantState => ({ level }),
      "chat.LevelRevoked.v1": () => ({ level: 0 as const }),
    }),
}

export const grantIdOf = (creatorId: string, personId: string): string => `${creatorId}.${personId}`

type Of = { readonly creatorId: string; readonly personId: string; readonly nowIso: string }

export const grantLevel =
  ({ nowIso, level, ...of }: Of & { readonly level: 2 | 3 }): Decide<GrantState, GrantEvent, never> =>
  (state) =>
    Result.succeed(state.level === level ? [] : [LevelGranted.make({ ...of, level, grantedAt: nowIso })])

export const revokeLevel =
  ({ nowIso, ...of }: Of): Decide<GrantState, GrantEvent, never> =>
  (state) =>
    Result.succeed(state.level === 0 ? [] : [LevelRevoked.make({ ...of, revokedAt: nowIso })])
