import type { FeedsIndex, MarkedWords } from "#contract/library"
import { paths } from "../../lib/paths.ts"

/** One line of the suggestions: a text to go on with, or a channel to go to. */
export type Choice = { readonly words: MarkedWords } & (
  | { readonly kind: "text" }
  | { readonly kind: "channel"; readonly href: string; readonly by: string; readonly iconUrl: string }
)

/** What can be chosen from an answer of SearchFeedsIndex: first what completes the text, then who publishes. */
export const choicesOf = ({ feeds, channels, texts }: FeedsIndex): ReadonlyArray<Choice> => [
  ...texts.map((words) => ({ kind: "text" as const, words })),
  ...feeds.map(({ code, title, titleMarks, iconUrl }) => ({
    kind: "channel" as const,
    words: { text: title, marks: titleMarks },
    href: paths.channel(code),
    by: channels.find(({ channelCode }) => channelCode === code)?.userName ?? "",
    iconUrl,
  })),
]

/** The choice after or before one, in a circle; -1 is the text itself, which stands between the last and the first. */
export const stepOf = (at: number, by: 1 | -1, count: number): number => ((at + 1 + by + count + 1) % (count + 1)) - 1
