import type { FeedsIndex, MarkedWords } from "#contract/library"
import { paths } from "../../lib/paths.ts"

/** A suggestion: a text to complete the query, or a channel to open. */
export type Choice = { readonly words: MarkedWords } & (
  | { readonly kind: "text" }
  | { readonly kind: "channel"; readonly href: string; readonly by: string; readonly iconUrl: string }
)

/** The suggestions in a response of SearchFeedsIndex: texts first, then channels. */
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

/** The next or previous choice, wrapping around; -1 is the typed text, between the last and the first choice. */
export const stepOf = (at: number, by: 1 | -1, count: number): number => ((at + 1 + by + count + 1) % (count + 1)) - 1
