import type { Aggregate } from "#core/kernel"
import { PasskeyEvent, PasskeyEvents } from "./events.ts"

export type Passkey = {
  readonly passkeyId: string
  /** Empty after erasure, like the key. */
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly name: string
  readonly addedMs: number
  /** Time of the last use; null if it was never used. */
  readonly usedMs: number | null
}
/** The valid passkeys, oldest first. */
export type PasskeyRingState = ReadonlyArray<Passkey>

/** A person's passkeys, by person id. */
export const PasskeyRing: Aggregate<PasskeyRingState, PasskeyEvent> = {
  category: "passkeys",
  events: PasskeyEvents,
  initial: [],
  evolve: (state, event) =>
    PasskeyEvent.match(event, {
      "accounts.PasskeyAdded.v1": ({ _tag, personId, credentialId, publicKey, name, addedAt, ...passkey }) => [
        ...state,
        {
          ...passkey,
          credentialId: credentialId ?? "",
          publicKey: publicKey ?? "",
          name: name ?? "",
          addedMs: Date.parse(addedAt),
          usedMs: null,
        },
      ],
      "accounts.PasskeyRenamed.v1": ({ passkeyId, name }) => change(state, passkeyId, { name: name ?? "" }),
      "accounts.PasskeyUsed.v1": ({ passkeyId, counter, usedAt }) =>
        change(state, passkeyId, { counter, usedMs: Date.parse(usedAt) }),
      "accounts.PasskeyRemoved.v1": ({ passkeyId }) => state.filter((each) => each.passkeyId !== passkeyId),
    }),
}

const change = (state: PasskeyRingState, passkeyId: string, to: Partial<Passkey>): PasskeyRingState =>
  state.map((each) => (each.passkeyId === passkeyId ? { ...each, ...to } : each))
