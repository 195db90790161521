import { makeCall } from "../../../lib/call.ts"
import type { ChatContext } from "./context.ts"

/** A group as calls return it. */
export interface ShownGroup {
  readonly groupId: string
  readonly name: string
  /** Whether the reader is the owner. */
  readonly own: boolean
  readonly members: ReadonlyArray<{
    readonly userCode: string
    readonly displayName: string
    readonly headerImage: string | null
    readonly owner: boolean
  }>
}

export type GroupChange = {
  readonly change: "rename" | "add" | "remove" | "handOver" | "leave"
  readonly name?: string
  readonly userCode?: string
}

type Answered = { readonly group: ShownGroup | null }

/** The calls about groups; a refusal is shown as a toast, and the answer is null. */
export const groupCalls = ({ locale, words }: Pick<ChatContext, "locale" | "words">) => {
  const call = makeCall(locale, words)
  const ask = async (path: string, body: object) => {
    const answer = await call<Answered>(`Message/${path}`, body)
    return answer.ok ? answer.data : null
  }
  return {
    start: (name: string, userCodes: ReadonlyArray<string>, clientId: string) =>
      ask("StartGroup", { name, userCodes, clientId }),
    load: (groupId: string) => ask("LoadGroup", { groupId }),
    change: (groupId: string, change: GroupChange) => ask("UpdateGroup", { groupId, ...change }),
  }
}
