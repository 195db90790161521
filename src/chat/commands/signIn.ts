import { NEED_PERMISSION, type UserInfo } from "#contract/chat"
import type { ChatNode } from "../node/ChatNode.ts"
import type { Peer } from "../peers/Peer.ts"
import { TOKEN_MS_MAX } from "../peers/SessionWatch.ts"
import { POLICY_VIOLATION } from "../Socket.ts"

/** Tokens that are nobody's, on one socket. */
export const WRONG_TOKENS_MAX = 5
/** How often a client says that it is there (specification, section 9). */
export const HEARTBEAT_MS = 3_000

/**
 * Signs somebody in on a socket by the token of their session. From the answer on, what is pushed to them reaches it. A
 * token that is no session's leaves the socket to whoever was signed in before.
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
  const person = node.people.attach(peer, member, member.sessionId, (arrived) => node.seats.load(arrived))
  // What this node followed before is not pushed: the first list has to show it.
  person.saw(node.follower)
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
