import { Option, Schema } from "effect"
import type { Broker } from "../broker/Broker.ts"
import type { ConnectedPeople } from "../peers/ConnectedPeople.ts"
import { KINDS } from "./RateLimit.ts"

const SUBJECT = "quire.chat.spent"
const Spent = Schema.Record(Schema.String, Schema.Array(Schema.Finite))

/** Shares spending between nodes, so that sockets at two nodes do not double the limit. */
export class RateLimitGossip {
  readonly #people: ConnectedPeople
  readonly #broker: Broker

  constructor(people: ConnectedPeople, broker: Broker, now: () => number) {
    this.#people = people
    this.#broker = broker
    broker.subscribe(SUBJECT, (payload) => {
      const spent = Option.getOrElse(Schema.decodeUnknownOption(Spent)(payload), () => ({}))
      for (const [personId, costs] of Object.entries<ReadonlyArray<number>>(spent)) {
        const rateLimit = people.find(personId)?.rateLimit
        for (const [at, kind] of KINDS.entries()) rateLimit?.spendElsewhere(kind, Math.max(0, costs[at] ?? 0), now())
      }
    })
  }

  /** Sends the spending since the last call to other nodes. */
  share(): void {
    const spent: Record<string, ReadonlyArray<number>> = {}
    for (const { personId, rateLimit } of this.#people.all) {
      const costs = rateLimit.takeUnshared()
      if (costs !== undefined) spent[personId] = costs
    }
    if (this.#broker.isConnected && Object.keys(spent).length > 0) this.#broker.publish(SUBJECT, spent)
  }
}
