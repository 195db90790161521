import { useEffect, useRef } from "react"

const keyOf = (feedId: string) => `quire:drawer:${feedId}`

/** Brings a feed's list back to where the reader left it in this tab, also after they read an item and came back. */
export const useKeptScroll = (feedId: string | undefined) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = ref.current
    if (list === null || feedId === undefined) return
    list.scrollTop = Number(sessionStorage.getItem(keyOf(feedId)) ?? 0)
    const keep = () => sessionStorage.setItem(keyOf(feedId), String(Math.round(list.scrollTop)))
    list.addEventListener("scrollend", keep)
    addEventListener("pagehide", keep)
    return () => {
      list.removeEventListener("scrollend", keep)
      removeEventListener("pagehide", keep)
    }
  }, [feedId])
  return ref
}
