import { useEffect, useRef, useState } from "react"
import { loadPreview, type Preview } from "./loadPreview.ts"

/** How the page introduces itself that a message leads to; asked for when the message comes into view, and nothing where it does not. */
export function LinkPreview({ href }: { readonly href: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<Preview | null>(null)

  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      void loadPreview(href).then(setPreview)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [href])

  if (preview === null) return <div ref={place} />
  const { title, description, siteName, imageUrl } = preview
  return (
    <a className="chat-preview" href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="auto">
      {imageUrl !== null && <img src={imageUrl} alt="" width="80" height="80" loading="lazy" />}
      <span>
        <small>{siteName ?? new URL(href).host}</small>
        <strong>{title}</strong>
        {description !== null && <span>{description}</span>}
      </span>
    </a>
  )
}
