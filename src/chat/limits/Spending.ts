import { Option, Schema } from "effect"
import type { Broker } from "../broker/Broker.ts"
import type { People } from "../peers/People.ts"
import { KINDS } from "./Allowance.ts"

const SUBJECT = "quire.chat.spent"
const Spent = Schema.Record(Schema.String, Schema.Array(Schema.Finite))

/** Lets nodes know what people spend elsewhere, so that somebody with sockets at two nodes may do no more than with one. */
export class Spending {
  readonly #people: People
  readonly #broker: Broker

  constructor(people: People, broker: Broker, now: () => number) {
    this.#people = people
    this.#broker = broker
    broker.hear(SUBJECT, (payload) => {
      const spent = Option.getOrElse(Schema.decodeUnknownOption(Spent)(payload), () => ({}))
      for (const [personId, costs] of Object.entries<ReadonlyArray<number>>(spent)) {
        const allowance = people.find(personId)?.allowance
        for (const [at, kind] of KINDS.entries()) allowance?.drain(kind, Math.max(0, costs[at] ?? 0), now())
      }
    })
  }

  /** Tells the other nodes what was spent here since this was done last. */
  tell(): void {
    const spent: Record<string, ReadonlyArray<number>> = {}
    for (const { personId, allowance } of this.#people.all) {
      const costs = allowance.takeSpent()
      if (costs !== undefined) spent[personId] = costs
    }
    if (this.#broker.isConnected && Object.keys(spent).length > 0) this.#broker.tell(SUBJECT, spent)
  }
}
