import { useStore } from "@nanostores/react"
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { line } from "../chat.ts"
import { loadMore } from "../room/loadHistory.ts"
import { afterRead } from "../room/rooms.ts"
import { $opened, $rooms, $target, openedIn } from "../room/store.ts"
import type { RoomHistory } from "../wire.ts"
import { focusSought } from "./address.ts"

/** The server writes one pointer per second, person and room. */
const PAUSE_MS = 1_000

let isPausing = false

/** Moves the read pointer, at most once per second. */
export const markRead = (seq: number): void => {
  const opened = $opened.get()
  const rooms = $rooms.get()
  const room = openedIn(rooms, opened)
  if (opened === null || rooms === null || room === undefined || seq <= room.Read || isPausing) return
  isPausing = true
  $rooms.set(afterRead(rooms, opened, seq))
  void line.request("Rd", opened.scope, opened.target, seq)
  setTimeout(() => {
    isPausing = false
    onPauseEnd()
  }, PAUSE_MS)
}

let onPauseEnd = () => {}

/** Called when the pause is over. */
export const onReadPauseEnd = (listener: () => void): void => {
  onPauseEnd = listener
}

/** Distance from the end that counts as the end, in CSS pixels. */
const END_PX = 60
/** Pages are loaded before they come into view. */
const AHEAD = "400px"
/** Probes below the upper edge for a message; the gap between two has none. */
const LOOK_AT_PX = [4, 40, 90]

/** The scroll anchor: the end, or the message at the upper edge with its distance. */
interface ScrollPosition {
  readonly atEnd: boolean
  readonly anchor: Element | null
  readonly topPx: number
  readonly room: string
}

/**
 * Keeps the scroll position while the list grows: at the end, or at the message being read; at the first unread one
 * when a room opens. Loads more at both ends and marks messages as read.
 */
export const useListScroll = (
  list: RefObject<HTMLDivElement | null>,
  history: RoomHistory,
  /** Changes with anything else that makes the list longer. */
  extra: number,
) => {
  const target = useStore($target)
  const [isAtEnd, setAtEnd] = useState(true)
  const place = useRef<ScrollPosition>({ atEnd: true, anchor: null, topPx: 0, room: "" })
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
    const check = () => {
      place.current = placeIn(box, history.Room, place.current)
      setAtEnd(place.current.atEnd)
      const isRead = place.current.atEnd && !history.HasNewer && isLookedAt()
      if (isRead && last > 0) markRead(last)
    }
    check()
    onReadPauseEnd(check)
    box.addEventListener("scroll", check, { passive: true })
    addEventListener("focus", check)
    document.addEventListener("visibilitychange", check)
    // Loaded pictures and window resizes move the content.
    const observer = new ResizeObserver(() => keepPlace(box, place.current))
    observer.observe(box)
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild)
    return () => {
      box.removeEventListener("scroll", check)
      removeEventListener("focus", check)
      document.removeEventListener("visibilitychange", check)
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

const placeIn = (box: Element, room: string, before: ScrollPosition): ScrollPosition => {
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

const keepPlace = (box: Element, { atEnd, anchor, topPx }: ScrollPosition): void => {
  if (atEnd) box.scrollTop = box.scrollHeight
  else if (anchor?.isConnected === true) box.scrollTop += topOf(anchor) - topOf(box) - topPx
}
