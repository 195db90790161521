import { UploadRefused, uploadFile } from "../media/uploadFile.ts"
import { insertBlock } from "./edits.ts"
import { applyEdit, selectionOf } from "./toolbar.ts"

type Words = (key: string, parameters?: Readonly<Record<string, string | number>>) => string

/** Files of one drop. */
const FILES_MAX = 20

/** Uploads files and shows each where the selection was. Until a file is there, a line names it. */
export const insertFiles = async (
  area: HTMLTextAreaElement,
  files: ReadonlyArray<File>,
  t: Words,
  show: (text: string) => void,
): Promise<void> => {
  const pending = files.slice(0, FILES_MAX).map((file) => ({
    file,
    mark: `![${file.name.replace(/[[\]\\]/g, "")}](#${crypto.randomUUID()})`,
  }))
  applyEdit(area, insertBlock(selectionOf(area), pending.map(({ mark }) => mark).join("\n")))
  for (const { file, mark } of pending) {
    const { name } = file
    try {
      const { mediaId } = await uploadFile(file, {
        onStep: (step) => {
          if (step.step === "sending")
            show(t("compose.upload.working", { name, percent: Math.floor((step.sent / step.total) * 100) }))
          if (step.step === "checking") show(t("compose.upload.checking", { name }))
        },
      })
      replaceMark(area, mark, mark.replace(/\(#[^)]*\)$/, `(media:${mediaId})`))
      show("")
    } catch (error) {
      replaceMark(area, mark, "")
      show((error instanceof UploadRefused && error.message) || t("compose.upload.failed", { name }))
    }
  }
}

/** The writer may have gone on typing: the mark is looked for, and their selection stays. */
const replaceMark = (area: HTMLTextAreaElement, mark: string, text: string): void => {
  const at = area.value.indexOf(mark)
  if (at === -1) return
  area.setRangeText(text, at, at + mark.length, "preserve")
  area.dispatchEvent(new InputEvent("input", { bubbles: true }))
}
