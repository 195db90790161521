import type { Upload } from "#core/media"
import type { T } from "#src/i18n/index.ts"

/** Why an upload was refused, with what to do about it. */
export const problemText = ({ problem, detail }: Pick<Upload, "problem" | "detail">, t: T): string => {
  switch (problem) {
    case "codec":
      return t("media.problem.codec", { codec: detail ?? "?" })
    case "container":
      return t("media.problem.container", { format: detail ?? "?" })
    case null:
      return t("media.problem.failed")
    default:
      return t(`media.problem.${problem}`)
  }
}
