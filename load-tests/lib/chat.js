import { check, fail } from "k6"
import exec from "k6/execution"
import { Counter, Trend } from "k6/metrics"
import { WebSocket } from "k6/websockets"

/**
 * The target, written by scripts/load/chatTarget.ts or an operator: {"url": "wss://...", "owner": "QI...", "people":
 * [{"userCode": "QI...", "token": "..."}]}. All people are members of the owner's Team room; the first and second have
 * a conversation, the third and fourth, and so on.
 */
const stage = JSON.parse(open(__ENV.CHAT_STAGE))

const SECONDS_OF = { h: 3_600, m: 60, s: 1, ms: 0.001 }
const ANSWER_MS_MAX = 10_000
const PAST_END_MS = 1_000

const connecting = new Trend("chat_connecting_ms", true)
const signingIn = new Trend("chat_sign_in_ms", true)
const closed = new Counter("chat_closed_by_server")
const refused = new Counter("chat_refused")

/** Thresholds of every chat test. */
export const THRESHOLDS = {
  checks: ["rate>0.999"],
  chat_refused: ["count==0"],
  chat_closed_by_server: ["count==0"],
}

/** The account of this virtual user, its conversation partner and the common room. */
export const me = () => stage.people[at()]
export const partner = () => stage.people[at() ^ 1]
export const teamRoom = () => `Team|${stage.owner}`
export const directRoom = () => `Person|${partner().userCode}`
const at = () => (exec.vu.idInTest - 1) % stage.people.length

export const leftMs = () => durationMs() - (Date.now() - exec.scenario.startTime)

function durationMs() {
  const { duration } = exec.test.options.scenarios[exec.scenario.name]
  let seconds = 0
  for (const [, number, unit] of duration.matchAll(/([\d.]+)(ms|h|m|s)/g)) seconds += number * SECONDS_OF[unit]
  return seconds * 1_000
}

/** Waits until shortly after the end, so that no new iteration starts. */
export const untilEnd = () => pause(Math.max(0, leftMs()) + PAST_END_MS)

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Connects and signs in. `request` resolves with the reply, parsed if it is an object; `on` subscribes to pushed lines
 * of a command.
 */
export function enter() {
  const began = Date.now()
  const headers = { "X-Forwarded-For": `10.30.${(at() >> 6) & 255}.${at() & 63}` }
  const socket = new WebSocket(stage.url, null, { headers })
  const waiting = new Map()
  const listeners = new Map()
  let [last, isLeaving] = [0, false]

  const request = (command, ...fields) => {
    const id = String(++last)
    const answered = new Promise((resolve) => {
      const late = setTimeout(() => settle("Error|chat.late|nobody answered"), ANSWER_MS_MAX)
      const settle = (payload) => {
        clearTimeout(late)
        waiting.delete(`${command}|${id}`)
        const isFine = payload !== "Need Permission" && !payload.startsWith("Error|")
        if (!isFine) refused.add(1, { command })
        check(isFine, { "requests are answered": (fine) => fine })
        resolve(isFine ? (payload.startsWith("{") ? JSON.parse(payload) : payload) : null)
      }
      waiting.set(`${command}|${id}`, settle)
    })
    socket.send([command, id, ...fields].join("|"))
    return answered
  }

  const heard = ({ data }) => {
    const [command, id] = data.split("|", 2)
    const payload = data.slice(command.length + id.length + 2)
    if (id !== "") waiting.get(`${command}|${id}`)?.(payload)
    else if (listeners.has(command))
      for (const line of payload.split("\n")) listeners.get(command)(line === "" ? null : JSON.parse(line))
  }

  return new Promise((resolve, reject) => {
    socket.onmessage = heard
    socket.onerror = ({ error }) => reject(new Error(error))
    socket.onclose = () => {
      for (const settle of [...waiting.values()]) settle("Error|chat.closed|the socket was closed")
      if (!isLeaving) closed.add(1)
    }
    socket.onopen = async () => {
      connecting.add(Date.now() - began)
      const asked = Date.now()
      const user = await request("Tk", me().token)
      if (user === null) return reject(new Error("the token was not taken"))
      signingIn.add(Date.now() - asked)
      resolve({
        user,
        request,
        on: (command, tell) => listeners.set(command, tell),
        leave: () => {
          isLeaving = true
          socket.close()
        },
      })
    }
  })
}

/** Like `enter`; a refused connection is a failed check. */
export async function entered() {
  try {
    const chat = await enter()
    check(chat, { "the socket is open": () => true })
    return chat
  } catch (error) {
    check(null, { "the socket is open": () => false })
    fail(String(error))
  }
}

/** The text contains the time of sending. */
export const post = (chat, room, words = "How is everybody today?") => {
  const clientId = `${exec.vu.idInTest}-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`
  return chat.request("Bc", room, clientId, "", "", `${Date.now()} ${words}`)
}

/** Milliseconds since a message was sent. All virtual users share one clock. */
export const ageOf = ({ Message }) => Date.now() - Number(Message.split(" ", 1)[0])
