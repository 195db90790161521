import { useStore } from "@nanostores/react"
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { loadMore } from "../room/loadHistory.ts"
import { markRead, whenPauseEnds } from "../room/markRead.ts"
import { $target } from "../room/store.ts"
import type { RoomHistory } from "../wire.ts"

/** CSS pixels from the end within which one counts as being there. */
const END_PX = 60
/** Pages are asked for before their place comes into view. */
const AHEAD = "400px"

/**
 * Keeps the list's place: at the end as long as one is there, at the message that was looked at when older ones come above
 * it, at the first unread one when a room is opened. Asks for more where the list ends, and notes what is read.
 */
export const useListScroll = (
  list: RefObject<HTMLOListElement | null>,
  history: RoomHistory,
  /** Changes with whatever else makes the list longer. */
  extra: number,
) => {
  const target = useStore($target)
  const [isAtEnd, setAtEnd] = useState(true)
  const place = useRef({ atEnd: true, height: 0, first: 0, room: "" })
  const first = history.Messages[0]?.Seq ?? 0
  const last = history.Messages.at(-1)?.Seq ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked for in the list comes and goes with these
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return
    const before = place.current
    const isNew = before.room !== history.Room
    const line = isNew ? box.querySelector("[data-first-unread]") : null
    if (line !== null) line.scrollIntoView({ block: "center" })
    else if (isNew || before.atEnd) box.scrollTop = box.scrollHeight
    else if (first < before.first) box.scrollTop += box.scrollHeight - before.height
    place.current = { ...before, height: box.scrollHeight, first, room: history.Room }
  }, [list, history.Room, first, last, extra])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked for in the list comes and goes with these
  useLayoutEffect(() => {
    if (target === null) return
    list.current?.querySelector(`[data-seq="${target}"]`)?.scrollIntoView({ block: "center" })
    place.current.atEnd = false
  }, [list, target, first, last])

  useEffect(() => {
    const box = list.current
    if (box === null) return
    const look = () => {
      const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < END_PX
      place.current = { ...place.current, atEnd, height: box.scrollHeight }
      setAtEnd(atEnd)
      const isRead = atEnd && !history.HasNewer && document.visibilityState === "visible" && document.hasFocus()
      if (isRead && last > 0) markRead(last)
    }
    look()
    whenPauseEnds(look)
    box.addEventListener("scroll", look, { passive: true })
    addEventListener("focus", look)
    document.addEventListener("visibilitychange", look)
    // A picture that arrives, or a window that changes its size, moves the end away.
    const observer = new ResizeObserver(() => {
      if (place.current.atEnd) box.scrollTop = box.scrollHeight
    })
    observer.observe(box)
    return () => {
      box.removeEventListener("scroll", look)
      removeEventListener("focus", look)
      document.removeEventListener("visibilitychange", look)
      observer.disconnect()
    }
  }, [list, last, history.HasNewer])

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

  return { isAtEnd: isAtEnd && !history.HasNewer }
}
