import { EventStore, type SqlClient, type SqlPart } from "#core/kernel"
import { AddressEvents } from "./events.ts"

const TYPES = new Set<string>(AddressEvents.types)

/** Event store that records the owner of a script in the transaction that gives the address. */
export const addressStore = (store: (typeof EventStore)["Service"]): (typeof EventStore)["Service"] =>
  EventStore.of({
    ...store,
    append: (append) => {
      const given = append.streams
        .flatMap(({ events }) => events)
        .filter(({ type }) => TYPES.has(type))
        .map(({ type, data }) => AddressEvents.decodeSync(type, data))
      if (given.length === 0) return store.append(append)
      const ledgerCall = (sql: SqlClient, answer: SqlPart): SqlPart =>
        given.reduce(
          (kept, { script, personId, assetTypeId, index }) =>
            sql`wallet.keep_address(${kept}, ${script}, ${personId}, ${assetTypeId}, ${index})`,
          answer,
        )
      return store.append({ ...append, ledgerCall })
    },
  })
