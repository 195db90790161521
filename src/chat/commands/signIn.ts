import { NEED_PERMISSION, type UserInfo } from "#contract/chat"
import type { ChatNode } from "../node/ChatNode.ts"
import type { Peer } from "../peers/Peer.ts"
import { TOKEN_MS_MAX } from "../peers/watchSessions.ts"
import { POLICY_VIOLATION } from "../Socket.ts"

/** Wrong tokens per socket. */
export const WRONG_TOKENS_MAX = 5
/** Heartbeat interval of clients (specification, section 9). */
export const HEARTBEAT_MS = 3_000

/**
 * Signs a person in with a session token. Pushes start with the reply. A wrong token leaves the socket signed in as
 * before.
 */
export const signIn = async (node: ChatNode, peer: Peer, token: string): Promise<string> => {
  const member = await node.tokens.get(token)
  if (peer.wire === null) return NEED_PERMISSION
  if (member === undefined) {
    peer.wrongTokens += 1
    if (peer.wrongTokens >= WRONG_TOKENS_MAX) peer.wire.end(POLICY_VIOLATION, "too many tokens")
    return NEED_PERMISSION
  }
  node.presence.unwatch(peer)
  const person = node.people.attach(peer, member, member.sessionId, (arrived) => node.fanout.load(arrived))
  // Earlier events are not pushed: the first list must include them.
  person.advance(node.follower)
  const [unread] = await Promise.all([node.unread.get(person.personId), person.ready]).catch((error: unknown) => {
    node.signOut(peer, node.now() + TOKEN_MS_MAX)
    throw error
  })
  const info: UserInfo = {
    UserCode: person.userCode,
    UserDisplayName: person.displayName,
    UnreadCount: unread ?? 0,
    Node: node.nodeId,
    TimeMs: node.now(),
    HeartbeatMs: HEARTBEAT_MS,
  }
  return JSON.stringify(info)
}
