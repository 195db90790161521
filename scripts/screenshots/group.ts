import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { ChatClient } from "../../src/chat/testing/ChatClient.ts"
import type { Call } from "./channel.ts"

type Friends = Readonly<Record<"anna" | "ben" | "dora", TestPerson>>
type Line = {
  readonly by: keyof Friends
  readonly text: string
  /** The number of the line that this one answers. */
  readonly replyTo?: number
  readonly fileName?: string
  readonly reactions?: ReadonlyArray<readonly [emoji: string, ...by: ReadonlyArray<keyof Friends>]>
}

/** The messages of the group, numbered from 1. */
const LINES: ReadonlyArray<Line> = [
  {
    by: "ben",
    text: "The water board opens the lock house to visitors on **Sunday at ten**. Who is coming?",
    reactions: [
      ["👍", "anna", "dora"],
      ["🎉", "anna"],
    ],
  },
  { by: "anna", text: "I am, and I can take two people in the car.", replyTo: 1 },
  { by: "dora", text: "Me too. Is there room for a bicycle?", replyTo: 1 },
  { by: "anna", text: "If the front wheel comes off, yes.", replyTo: 3, reactions: [["😂", "ben", "dora"]] },
  {
    by: "dora",
    text: "Here is what I copied from the keeper's log last week.",
    fileName: "Keeper's log, May 1994.txt",
    reactions: [["❤️", "ben"]],
  },
  {
    by: "ben",
    text: "Thank you! Page three is the flood, isn't it? Then the kettle was gone *before* the gates broke.",
  },
]

const FILE_TEXT = "12 May 1994\nWater at 2.31 m and rising. Moved the boats, left the kettle.\n"

/** A group of three friends with replies in threads, reactions and a file. Returns its id. */
export async function makeGroup(chatUrl: string, origin: string, call: Call, friends: Friends): Promise<string> {
  const { anna, ben, dora } = friends
  await call(dora, "Message/SendMessage", {
    targetUserCode: ben.userCode,
    message: "Ben, it is Dora from the archive.",
  })
  await call(ben, "Message/UpdateMessage", { targetUserCode: dora.userCode, invite: "accept" })
  const userCodes = [anna.userCode, dora.userCode]
  const { group } = await call(ben, "Message/StartGroup", { name: "Lock walkers", userCodes, clientId: "lock-walkers" })
  const { groupId } = group as { readonly groupId: string }
  const clients = {
    anna: await signIn(chatUrl, anna),
    ben: await signIn(chatUrl, ben),
    dora: await signIn(chatUrl, dora),
  }
  try {
    for (const [index, { by, text, replyTo = "", fileName }] of LINES.entries()) {
      const key = fileName === undefined ? "" : await upload(origin, friends[by], fileName)
      await clients[by].get("Bc", "Group", groupId, `line-${index}`, replyTo, key, text)
    }
    for (const [index, { reactions = [] }] of LINES.entries()) {
      for (const [emoji, ...people] of reactions) {
        for (const by of people) await clients[by].get("Re", "Group", groupId, index + 1, emoji, "on")
      }
    }
  } finally {
    for (const client of Object.values(clients)) client.close()
  }
  return groupId
}

async function signIn(chatUrl: string, { token }: TestPerson): Promise<ChatClient> {
  const client = await ChatClient.open(chatUrl)
  await client.get("Tk", token)
  return client
}

async function upload(origin: string, { token }: TestPerson, name: string): Promise<string> {
  const response = await fetch(`${origin}/api/Message/UploadFile?${new URLSearchParams({ name })}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", authorization: `Bearer ${token}` },
    body: FILE_TEXT,
  })
  if (!response.ok) throw new Error(`UploadFile answered ${response.status}`)
  const { data } = (await response.json()) as { readonly data: { readonly file: { readonly key: string } } }
  return data.file.key
}
