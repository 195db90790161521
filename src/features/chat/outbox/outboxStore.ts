import type { OutboxStore } from "./Outbox.ts"
import type { Outgoing } from "./Outgoing.ts"

/** The name that logging out clears (features/follow/person.ts). */
const DATABASE = "quire-chat"
const STORE = "outgoing"

/** What waits in IndexedDB: there again after the tab, or the browser, was closed. */
export const outboxStore: OutboxStore = {
  all: async () => settled((await store("readonly")).getAll() as IDBRequest<Array<Outgoing>>),
  put: async (message) => void (await settled((await store("readwrite")).put(message))),
  remove: async (clientId) => void (await settled((await store("readwrite")).delete(clientId))),
}

let opened: Promise<IDBDatabase> | undefined

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
  opened ??= open()
  return (await opened).transaction(STORE, mode).objectStore(STORE)
}

const open = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "clientId" })
  const database = await settled(request)
  const close = () => {
    database.close()
    opened = undefined
  }
  // Logging out in another tab deletes it.
  database.onversionchange = close
  database.onclose = close
  return database
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
