import { writePush } from "../frame.ts"
import type { Peer } from "./Peer.ts"
import type { People } from "./People.ts"

/** A socket must bring a token within this time, at first and after its session ended. */
export const TOKEN_MS_MAX = 10_000
export const NO_TOKEN = 4401

/** Sends those away who brought no token in time. */
export const sendStrangersAway = ({ strangers }: People, nowMs: number): void => {
  for (const { dueMs, wire } of [...strangers]) if (dueMs <= nowMs) wire?.end(NO_TOKEN, "no token")
}

/** Looks whether the sessions of all sockets still are; where one ended nothing more is pushed, and a token is asked for. */
export const watchSessions = async (
  people: People,
  ended: (sessionIds: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>,
  signOut: (peer: Peer) => void,
): Promise<void> => {
  const bySession = new Map<string, Array<Peer>>()
  for (const { peers } of people.all)
    for (const peer of peers) bySession.set(peer.sessionId, [...(bySession.get(peer.sessionId) ?? []), peer])
  // Another token may have been brought while the question was under way.
  for (const sessionId of await ended([...bySession.keys()]))
    for (const peer of bySession.get(sessionId) ?? [])
      if (peer.sessionId === sessionId) {
        signOut(peer)
        peer.send(writePush("Tk"))
      }
}
