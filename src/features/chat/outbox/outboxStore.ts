import type { OutboxStore, Outgoing, Sent } from "./Outbox.ts"

/** Cleared on sign-out. */
const DATABASE = "quire-chat"
const VERSION = 2
const OUTGOING = "outgoing"
const SENT = "sent"

/** Queued and recently sent messages in IndexedDB, which survive closing the tab. */
export const outboxStore: OutboxStore = {
  all: async () => settled((await store(OUTGOING, "readonly")).getAll() as IDBRequest<Array<Outgoing>>),
  put: async (message) => void (await settled((await store(OUTGOING, "readwrite")).put(message))),
  remove: async (clientId) => void (await settled((await store(OUTGOING, "readwrite")).delete(clientId))),
  allSent: async () => settled((await store(SENT, "readonly")).getAll() as IDBRequest<Array<Sent>>),
  putSent: async (sent) => void (await settled((await store(SENT, "readwrite")).put(sent))),
  removeSent: async (clientId) => void (await settled((await store(SENT, "readwrite")).delete(clientId))),
}

let opened: Promise<IDBDatabase> | undefined

const store = async (name: string, mode: IDBTransactionMode): Promise<IDBObjectStore> => {
  opened ??= open()
  return (await opened).transaction(name, mode).objectStore(name)
}

const open = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, VERSION)
  request.onupgradeneeded = () => {
    const { result } = request
    if (!result.objectStoreNames.contains(OUTGOING)) result.createObjectStore(OUTGOING, { keyPath: "clientId" })
    result.createObjectStore(SENT, { keyPath: "message.clientId" })
  }
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
