import { LOCALES, type Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { UploadRefused, type UploadStep, uploadArchive, uploadFile } from "./uploadFile.ts"

// Uploads the files of the form on the page of files in parts, with progress. Without this script the form is sent as it is.

type Words = Readonly<Record<string, string>>

const form = document.querySelector<HTMLFormElement>("form[data-upload]")
const input = form?.querySelector<HTMLInputElement>("input[type=file]")
const status = form?.querySelector<HTMLElement>("[data-status]")
const bar = form?.querySelector<HTMLProgressElement>("progress")
const button = form?.querySelector<HTMLButtonElement>("button[type=submit]")

if (form && input && status && bar && button) {
  const locale = LOCALES.find((each) => each === document.documentElement.lang) ?? ("en" satisfies Locale)
  const t = translatorOf<Words>(locale, JSON.parse(form.dataset["words"] ?? "{}") as Words) as (
    key: string,
    params?: Readonly<Record<string, string | number>>,
  ) => string
  for (const hint of form.querySelectorAll<HTMLElement>("[data-hint]")) hint.hidden = hint.dataset["hint"] !== "scripts"
  // An archive with posts becomes an import, which the form begins with the id of the upload.
  const archiveId = form.querySelector<HTMLInputElement>("input[name=uploadId]")
  input.multiple = archiveId === null

  const show = (file: File) => (step: UploadStep) => {
    if (step.step === "sending") {
      const percent = Math.floor((step.sent / step.total) * 100)
      bar.value = step.sent / step.total
      status.textContent = t("media.upload.progress", { name: file.name, percent })
    } else {
      if (step.step === "checking") bar.removeAttribute("value")
      status.textContent = t(step.step === "checking" ? "media.upload.checking" : "media.upload.waiting")
    }
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const files = [...(input.files ?? [])]
    if (files.length === 0) return input.focus()
    button.disabled = true
    bar.hidden = false
    try {
      if (archiveId !== null && files[0] !== undefined) {
        archiveId.value = await uploadArchive(files[0], { onStep: show(files[0]) })
        input.disabled = true
        return form.submit()
      }
      for (const file of files) await uploadFile(file, { onStep: show(file) })
      location.assign(form.dataset["done"] ?? location.pathname)
    } catch (error) {
      const refused = error instanceof UploadRefused ? error : null
      status.textContent =
        refused?.kind === "signIn" ? t("media.upload.signIn") : refused?.message || t("media.upload.failed")
      bar.hidden = true
      button.disabled = false
    }
  })
}
