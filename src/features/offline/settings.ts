import { CACHES, OFFLINE_DISABLED_KEY } from "../../lib/offline.ts"

// Settings of offline reading, which apply to this browser only.

const place = document.querySelector<HTMLElement>("[data-offline]")
const amount = place?.querySelector<HTMLElement>("[data-amount]")
const toggle = place?.querySelector<HTMLInputElement>("input")
const button = place?.querySelector("button")
const KEPT = [CACHES.items, CACHES.files, CACHES.pages]

let shows = 0

/** Shows the current state. Of several concurrent calls, the one that started last wins. */
const show = async (): Promise<void> => {
  shows += 1
  const own = shows
  const { usage = 0 } = await navigator.storage.estimate()
  const isOff = (await caches.match(OFFLINE_DISABLED_KEY, { cacheName: CACHES.settings })) !== undefined
  const keeps = (await Promise.all(KEPT.map((name) => caches.has(name)))).includes(true)
  if (own !== shows) return
  const megabytes = new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: 1,
  }).format(keeps ? usage / 1e6 : 0)
  if (amount) amount.textContent = megabytes
  if (toggle) toggle.checked = !isOff
  if (button) button.disabled = !keeps
}

const clear = async (): Promise<void> => {
  await Promise.all(KEPT.map((name) => caches.delete(name)))
}

if (place && "caches" in window && "serviceWorker" in navigator) {
  place.hidden = false
  toggle?.addEventListener("change", async () => {
    const keeps = toggle.checked
    // Cancels a running `show`, which does not know of this change.
    shows += 1
    const settings = await caches.open(CACHES.settings)
    if (keeps) await settings.delete(OFFLINE_DISABLED_KEY)
    else await settings.put(OFFLINE_DISABLED_KEY, new Response())
    if (!keeps) await clear()
    await show()
  })
  button?.addEventListener("click", async () => {
    await clear()
    await show()
  })
  void show()
}
