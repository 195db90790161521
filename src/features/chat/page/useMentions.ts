import { type KeyboardEvent, type RefObject, useState } from "react"
import { completed, mentionAt, offered } from "../text/mentionAt.ts"
import type { Known } from "../text/parts.ts"

/** Offers who may be meant while somebody types @ and a part of their name. */
export const useMentions = (
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string, caret: number) => void,
  people: ReadonlyArray<Known>,
) => {
  const [caret, setCaret] = useState(0)
  const [index, setIndex] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const mention = mentionAt(text, caret)
  const options = mention === undefined || mention.from === closedAt ? [] : offered(people, mention)
  const current = Math.min(index, options.length - 1)

  const look = () => setCaret(field.current?.selectionStart ?? 0)
  const take = (person: Known) => {
    if (mention === undefined) return
    const next = completed(text, caret, mention, person)
    setText(next.text, next.caret)
    setCaret(next.caret)
    setIndex(0)
  }
  /** Whether the key was meant for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    const person = options[current]
    if (person === undefined || mention === undefined) return false
    if (event.key === "ArrowDown" || event.key === "ArrowUp")
      setIndex((current + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length)
    else if (event.key === "Enter" || event.key === "Tab") take(person)
    else if (event.key === "Escape") setClosedAt(mention.from)
    else return false
    event.preventDefault()
    return true
  }
  return { options, current, look, take, onKey }
}
