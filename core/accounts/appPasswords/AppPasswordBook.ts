import type { Aggregate } from "#core/kernel"
import { AppPasswordEvent, AppPasswordEvents } from "./events.ts"

export type AppPasswordEntry = {
  readonly passwordId: string
  readonly name: string
  readonly hash: string
  readonly madeMs: number
}
/** The valid passwords, oldest first. */
export type AppPasswordState = ReadonlyArray<AppPasswordEntry>

/** A person's app passwords, by person id. */
export const AppPasswordBook: Aggregate<AppPasswordState, AppPasswordEvent> = {
  category: "apppasswords",
  events: AppPasswordEvents,
  initial: [],
  evolve: (state, event) =>
    AppPasswordEvent.match(event, {
      "accounts.AppPasswordMade.v1": ({ passwordId, name, hash, madeAt }): AppPasswordState => [
        ...state,
        { passwordId, name: name ?? "", hash, madeMs: Date.parse(madeAt) },
      ],
      "accounts.AppPasswordRevoked.v1": ({ passwordId }) => state.filter((each) => each.passwordId !== passwordId),
    }),
}
