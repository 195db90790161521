import { writePush } from "../frame.ts"
import type { ConnectedPeople } from "./ConnectedPeople.ts"
import type { Peer } from "./Peer.ts"

/** Deadline for a token, after opening and after a session ended. */
export const TOKEN_MS_MAX = 10_000
export const NO_TOKEN = 4401

export const closeUnauthenticated = ({ unauthenticated }: ConnectedPeople, nowMs: number): void => {
  for (const { dueMs, wire } of [...unauthenticated]) if (dueMs <= nowMs) wire?.end(NO_TOKEN, "no token")
}

/** Checks the sessions of all sockets. After an ended session pushes stop and a new token is requested. */
export const watchSessions = async (
  people: ConnectedPeople,
  ended: (sessionIds: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>,
  signOut: (peer: Peer) => void,
): Promise<void> => {
  const bySession = new Map<string, Array<Peer>>()
  for (const { peers } of people.all)
    for (const peer of peers) bySession.set(peer.sessionId, [...(bySession.get(peer.sessionId) ?? []), peer])
  // Another token may have arrived during the query.
  for (const sessionId of await ended([...bySession.keys()]))
    for (const peer of bySession.get(sessionId) ?? [])
      if (peer.sessionId === sessionId) {
        signOut(peer)
        peer.send(writePush("Tk"))
      }
}
