import { memo } from "react"
import { type Known, type Part, partsOf } from "../text/parts.ts"
import { useChat } from "./context.ts"

interface Props {
  readonly text: string
  readonly people: ReadonlyArray<Known>
  /** What was searched for. */
  readonly found?: string
}

/** A message's text, with its links, whom it means and what a search found. */
export const MessageText = memo(function MessageText({ text, people, found = "" }: Props) {
  const { userCode } = useChat()
  const parts = partsOf(text, { people, found })
  // A part has nothing of its own but its place.
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes under its parts
  return parts.map((part, index) => <Piece key={index} part={part} userCode={userCode} />)
})

function Piece({ part, userCode }: { readonly part: Part; readonly userCode: string }) {
  const text = part.isFound === true ? <mark>{part.text}</mark> : part.text
  if (part.href !== undefined)
    return (
      // Where a message leads is nobody's business but its reader's: the page there learns of neither window nor referrer.
      <a href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text}
      </a>
    )
  if (part.mention !== undefined)
    return (
      <span className="chat-mention" data-own={part.mention === userCode || undefined}>
        {text}
      </span>
    )
  return text
}
