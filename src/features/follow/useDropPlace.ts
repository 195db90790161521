import { type DragEvent, useState } from "react"
import { carryOut } from "./carryOut.ts"
import { moveCommand } from "./verbs.ts"

/** Names what is dragged, so that nothing else that is dropped on a group moves anything. */
const FEED = "application/x-quire-feed"

/** A feed is dragged. Without a mouse the same is done by the choice of groups beside it. */
export const carry = ({ dataTransfer }: DragEvent, feedId: string): void => {
  dataTransfer.setData(FEED, feedId)
  dataTransfer.effectAllowed = "move"
}

/** Makes a group a place where feeds can be dropped; `isOver` while one is held above it. */
export const useDropPlace = (groupName: string) => {
  const [isOver, setOver] = useState(false)
  const isFeed = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(FEED)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!isFeed(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "move"
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      const feedId = event.dataTransfer.getData(FEED)
      if (feedId === "") return
      event.preventDefault()
      void carryOut(moveCommand(feedId, groupName))
    },
  }
}
