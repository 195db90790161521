import { SOCKET_CONNECTING, SOCKET_NO_TOKEN, SOCKET_OPEN, type SocketState } from "#contract/chat"

/** The colour of the dot on the chat icon (specification, section 4). */
export const dotOf = (state: SocketState): "red" | "orange" | "green" =>
  state === SOCKET_OPEN ? "green" : state === SOCKET_CONNECTING || state === SOCKET_NO_TOKEN ? "orange" : "red"
