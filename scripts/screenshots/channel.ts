import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"

/** Calls the pictured product as a person and returns the answer's data. */
export type Call = (person: TestPerson, path: string, payload: object) => Promise<Readonly<Record<string, unknown>>>

/** The channel of the pictured creator: one open post with comments, one for subscribers, one draft. */
const POSTS = [
  {
    title: "The empty chamber",
    tags: ["Locks", "Repairs"],
    preview:
      "On Saturday the gates came out, and for one morning we could **walk where the boats go**.\n\nThe chamber is deeper than it looks from above. What you see from the towpath is the last third of a wall that was built in two summers, 1871 and 1872, by people who were paid by the stone.\n\n## What lay on the ground\n\n1. eleven mooring pins, all bent the same way;\n2. a bicycle with a basket;\n3. the lock keeper's kettle, which she had been missing since the flood.\n\n> The gates are oak. Steel would last longer and say nothing.",
    gated: "",
    levelId: 1,
    contentStatusId: 3,
  },
  {
    title: "What the water board did not measure",
    tags: ["Locks"],
    preview: "The gauge at the lower gate was replaced in March. I read both gauges for a month.",
    gated:
      "| week | old gauge | new gauge |\n|---|---|---|\n| 1 | 212 cm | 209 cm |\n| 2 | 215 cm | 211 cm |\n| 3 | 214 cm | 209 cm |\n\nThe difference grows when the sluices open, and the reports only use the readings of the hours in between.",
    levelId: 2,
    contentStatusId: 3,
  },
  {
    title: "Letters of a lock keeper, part three",
    tags: ["Letters"],
    preview: "In the third box were the letters that were never sent.",
    gated: "",
    levelId: 1,
    contentStatusId: 1,
  },
] as const

/** Makes a person a creator with posts that others comment on. Returns the addresses of one open and one locked post. */
export async function makeChannel(
  url: string,
  call: Call,
  creator: TestPerson,
  reader: TestPerson,
): Promise<{ readonly channelCode: string; readonly postId: string; readonly post: string }> {
  const { channelId, channelCode } = await makeCreator(url, creator, { subject: "Notes from the Canal" })
  const bio = "Locks, letters and low water: an essay every week from a canal that nobody ships on any more."
  await call(creator, "UserProfile/UpdateCCProfile", { channelId, bio, tags: ["canals", "history"] })
  const made: Array<Readonly<Record<string, unknown>>> = []
  for (const post of POSTS) {
    const { content } = await call(creator, "Feed/createContent", post)
    made.push(content as Readonly<Record<string, unknown>>)
  }
  const [first] = made
  const contentId = String(first?.["id"])
  const text = "I walked along the bottom as well. The kettle had a label: Elsa, 1994."
  await call(reader, "Feed/CreateComment", { contentId, text })
  await call(creator, "Feed/CreateComment", { contentId, text: "She has it back. The kettle boils again." })
  await call(reader, "Feed/UpdateUserLike", { contentId, userLikeStatusId: 2 })
  return { channelCode, postId: contentId, post: String(first?.["link"]) }
}
