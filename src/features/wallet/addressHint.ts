import { looksLikeAddress } from "#contract/wallet"

/** Coins with a known address format; others are checked by the server only. */
const CHAINS = ["BTC", "BCH", "LTC"] as const

/**
 * Shows a hint if a pasted or entered address does not look like one of the selected coin. It does not block the form: the
 * server validates addresses.
 */
const watchAddress = (hint: HTMLElement): void => {
  const form = hint.closest("form")
  const address = form?.querySelector<HTMLInputElement>("[name=address]")
  const asset = form?.querySelector<HTMLSelectElement>("[name=asset]")
  if (!address || !asset) return
  const looksRight = (): boolean => {
    const [text, chain] = [address.value.trim(), CHAINS.find((name) => name === asset.value)]
    return text === "" || chain === undefined || looksLikeAddress(chain, text)
  }
  const update = () => {
    hint.textContent = looksRight() ? "" : (hint.dataset["addressHint"] ?? "")
  }
  for (const field of [address, asset]) field.addEventListener("change", update)
  address.addEventListener("input", (event) => {
    // A partly typed address gets no hint.
    const isWhole = (event as Partial<InputEvent>).inputType === "insertFromPaste"
    if (isWhole || hint.textContent !== "") update()
  })
}

for (const hint of document.querySelectorAll<HTMLElement>("[data-address-hint]")) watchAddress(hint)
