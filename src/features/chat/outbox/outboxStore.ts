import type { OutboxStore, Outgoing } from "./Outbox.ts"

/** Cleared on sign-out. */
const DATABASE = "quire-chat"
const STORE = "outgoing"

/** Queued messages in IndexedDB, which survive closing the tab. */
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
  // Signing out in another tab deletes the database.
  database.onversionchange = close
  database.onclose = close
  return database
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
