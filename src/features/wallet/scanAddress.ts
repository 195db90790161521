import { readPaymentCode } from "./paymentCode.ts"

// The button that scans an address with the camera, and its dialog (pages/wallet/withdraw/management.astro). The button is
// hidden without a camera to ask for.

/** The interval between two looks at the picture. */
const LOOK_MS = 150

const button = document.querySelector<HTMLButtonElement>("[data-scan]")
const dialog = document.querySelector<HTMLDialogElement>("#scan")
const form = button?.closest("form")

type Detector = { readonly detect: (image: HTMLVideoElement) => Promise<ReadonlyArray<{ readonly rawValue: string }>> }
type NativeDetector = {
  new (options: { readonly formats: ReadonlyArray<string> }): Detector
  readonly getSupportedFormats: () => Promise<ReadonlyArray<string>>
}

/** The browser's own detector where it reads QR codes, otherwise that of a library, loaded when it is needed. */
const makeDetector = async (): Promise<Detector> => {
  const { BarcodeDetector: Native } = globalThis as { readonly BarcodeDetector?: NativeDetector }
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (Native !== undefined && formats.includes("qr_code")) return new Native({ formats: ["qr_code"] })
  const { BarcodeDetector } = await import("qr/decode.js")
  return new BarcodeDetector({ formats: ["qr_code"] })
}

const scan = async (scanner: HTMLDialogElement, says: HTMLElement): Promise<string | null> => {
  const video = scanner.querySelector("video")
  if (video === null) return null
  const { hint = "", other = "" } = says.dataset
  says.textContent = hint
  scanner.showModal()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  try {
    video.srcObject = stream
    await video.play()
    const detector = await makeDetector()
    while (scanner.open) {
      const [code] = await detector.detect(video).catch(() => [])
      if (code !== undefined && readPaymentCode(code.rawValue) !== null) return code.rawValue
      if (code !== undefined) says.textContent = other
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return null
  } finally {
    // Also where the person closed the dialog: the light of the camera goes out.
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

const fill = (text: string): void => {
  const code = readPaymentCode(text)
  const address = form?.querySelector<HTMLInputElement>("[name=address]")
  const asset = form?.querySelector<HTMLSelectElement>("[name=asset]")
  const done = form?.querySelector<HTMLElement>("[data-scanned]")
  if (code === null || !address || !asset) return
  if (code.chain !== undefined) asset.value = code.chain
  address.value = code.address
  address.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }))
  address.focus()
  if (done) done.textContent = done.dataset["scanned"] ?? ""
}

if (button !== null && dialog !== null && "mediaDevices" in navigator) {
  const says = dialog.querySelector<HTMLElement>("[data-hint]")
  button.hidden = false
  button.addEventListener("click", async () => {
    if (says === null) return
    try {
      const text = await scan(dialog, says)
      dialog.close()
      if (text !== null) fill(text)
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === "NotAllowedError"
      says.textContent = says.dataset[isRefused ? "refused" : "none"] ?? ""
    }
  })
}
