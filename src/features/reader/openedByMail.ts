import { paths } from "../../lib/paths.ts"

// A post that was opened from its letter. It counts as read once its reader does something on the page: mail servers
// load links on their own, so loading the page proves nothing.

const token = document.querySelector<HTMLElement>("[data-mail]")?.dataset["mail"]

if (token !== undefined) {
  const reading = new AbortController()
  const note = (): void => {
    reading.abort()
    const body = JSON.stringify({ token })
    // A count that is lost changes nothing for the reader.
    void fetch(paths.viewByMail, { method: "POST", headers: { "content-type": "application/json" }, body }).catch(
      () => undefined,
    )
  }
  for (const type of ["scroll", "pointerdown", "keydown", "touchstart"])
    addEventListener(type, note, { once: true, passive: true, signal: reading.signal })
}
