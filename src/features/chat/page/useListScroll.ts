import { useStore } from "@nanostores/react"
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { loadMore } from "../room/loadHistory.ts"
import { markRead, whenPauseEnds } from "../room/markRead.ts"
import { $target } from "../room/store.ts"
import type { RoomHistory } from "../wire.ts"
import { focusSought } from "./address.ts"

/** CSS pixels from the end within which one counts as being there. */
const END_PX = 60
/** Pages are asked for before their place comes into view. */
const AHEAD = "400px"
/** Where, below the upper edge, a message is looked for that keeps its place: between messages there is none. */
const LOOK_AT_PX = [4, 40, 90]

/** What keeps its place: the end, or else the message at the upper edge, which stands so far below that. */
interface Place {
  readonly atEnd: boolean
  readonly anchor: Element | null
  readonly topPx: number
  /** The room that it is a place in. */
  readonly room: string
}

/**
 * Keeps the list's place whatever grows in it: at the end as long as one is there, else at what one reads; at the first unread
 * message when a room is opened. Asks for more where the list ends, and notes what is read.
 */
export const useListScroll = (
  list: RefObject<HTMLDivElement | null>,
  history: RoomHistory,
  /** Changes with whatever else makes the list longer. */
  extra: number,
) => {
  const target = useStore($target)
  const [isAtEnd, setAtEnd] = useState(true)
  const place = useRef<Place>({ atEnd: true, anchor: null, topPx: 0, room: "" })
  const first = history.Messages[0]?.Seq ?? 0
  const last = history.Messages.at(-1)?.Seq ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked for in the list comes and goes with these
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return
    if (place.current.room === history.Room) keepPlace(box, place.current)
    else {
      const unread = box.querySelector("[data-first-unread]")
      if (unread === null) box.scrollTop = box.scrollHeight
      else unread.scrollIntoView({ block: "center" })
    }
    place.current = placeIn(box, history.Room, place.current)
  }, [list, history.Room, first, last, extra])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked for in the list comes and goes with these
  useLayoutEffect(() => {
    const box = list.current
    if (target === null || box === null) return
    const row = box.querySelector<HTMLElement>(`[data-seq="${target}"]`)
    row?.scrollIntoView({ block: "center" })
    if (row !== null) focusSought(row)
    place.current = placeIn(box, history.Room, place.current)
  }, [list, target, first, last])

  useEffect(() => {
    const box = list.current
    if (box === null) return
    const look = () => {
      place.current = placeIn(box, history.Room, place.current)
      setAtEnd(place.current.atEnd)
      const isRead = place.current.atEnd && !history.HasNewer && isLookedAt()
      if (isRead && last > 0) markRead(last)
    }
    look()
    whenPauseEnds(look)
    box.addEventListener("scroll", look, { passive: true })
    addEventListener("focus", look)
    document.addEventListener("visibilitychange", look)
    // A picture that arrives, or a window that changes its size, moves what is read away.
    const observer = new ResizeObserver(() => keepPlace(box, place.current))
    observer.observe(box)
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild)
    return () => {
      box.removeEventListener("scroll", look)
      removeEventListener("focus", look)
      document.removeEventListener("visibilitychange", look)
      observer.disconnect()
    }
  }, [list, last, history.Room, history.HasNewer])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked for in the list comes and goes with these
  useEffect(() => {
    const box = list.current
    if (box === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target: end } of entries)
          if (isIntersecting) void loadMore(end.hasAttribute("data-older") ? "Older" : "Newer")
      },
      { root: box, rootMargin: `${AHEAD} 0px` },
    )
    for (const end of box.querySelectorAll("[data-older], [data-newer]")) observer.observe(end)
    return () => observer.disconnect()
  }, [list, first, last, history.HasMore, history.HasNewer])

  const toEnd = () => {
    place.current = { ...place.current, atEnd: true }
    if (list.current !== null) keepPlace(list.current, place.current)
  }
  return { isAtEnd: isAtEnd && !history.HasNewer, toEnd }
}

const isLookedAt = (): boolean => document.visibilityState === "visible" && document.hasFocus()

const topOf = (element: Element): number => element.getBoundingClientRect().top

const placeIn = (box: Element, room: string, before: Place): Place => {
  const { left, top, width } = box.getBoundingClientRect()
  const anchor =
    LOOK_AT_PX.map((px) => document.elementFromPoint(left + width / 2, top + px)?.closest("[data-seq]")).find(
      (found) => found !== null && found !== undefined && box.contains(found),
    ) ?? before.anchor
  return {
    atEnd: box.scrollHeight - box.scrollTop - box.clientHeight < END_PX,
    anchor,
    topPx: anchor === null ? 0 : topOf(anchor) - top,
    room,
  }
}

const keepPlace = (box: Element, { atEnd, anchor, topPx }: Place): void => {
  if (atEnd) box.scrollTop = box.scrollHeight
  else if (anchor?.isConnected === true) box.scrollTop += topOf(anchor) - topOf(box) - topPx
}
