import { toast } from "../../lib/toast.ts"

/**
 * The tools of an article (components/reader/ArticleTools.astro): copies its link, and shares it by the system's dialog
 * where the browser has one.
 */
export const serveArticleTools = (): void => {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null
    const copied = target?.closest<HTMLElement>(".tools [data-copy]")?.dataset
    if (copied !== undefined)
      void navigator.clipboard.writeText(copied["copy"] ?? "").then(() => toast("success", copied["done"] ?? ""))
    const shared = target?.closest("summary")?.closest<HTMLElement>("[data-share]")?.dataset
    if (shared !== undefined && navigator.share) {
      event.preventDefault()
      // Rejects if the reader closes the dialog.
      navigator.share({ title: shared["title"] ?? "", url: shared["url"] ?? "" }).catch(() => {})
    }
    // A click elsewhere closes the menus.
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(".tools details[open]"))
      if (target === null || !menu.contains(target)) menu.open = false
  })
}
