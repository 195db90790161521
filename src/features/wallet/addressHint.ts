import { looksLikeAddress } from "#contract/wallet"

/** The coins whose looks are known here; any other is left to the server. */
const CHAINS = ["BTC", "BCH", "LTC"] as const

/**
 * Says beside a form's field for an address that what was pasted or left there does not look like one of the coin chosen, and
 * takes that back as soon as it does. It keeps nobody from sending the form: the server alone reads addresses.
 */
const serve = (hint: HTMLElement): void => {
  const form = hint.closest("form")
  const address = form?.querySelector<HTMLInputElement>("[name=address]")
  const asset = form?.querySelector<HTMLSelectElement>("[name=asset]")
  if (!address || !asset) return
  const looks = (): boolean => {
    const [text, chain] = [address.value.trim(), CHAINS.find((name) => name === asset.value)]
    return text === "" || chain === undefined || looksLikeAddress(chain, text)
  }
  const tell = () => {
    hint.textContent = looks() ? "" : (hint.dataset["addressHint"] ?? "")
  }
  for (const field of [address, asset]) field.addEventListener("change", tell)
  address.addEventListener("input", (event) => {
    // Nobody has typed a whole address after its first letters.
    const isWhole = (event as Partial<InputEvent>).inputType === "insertFromPaste"
    if (isWhole || hint.textContent !== "") tell()
  })
}

for (const hint of document.querySelectorAll<HTMLElement>("[data-address-hint]")) serve(hint)
