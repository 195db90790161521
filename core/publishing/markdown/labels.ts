/** Words of a rendered post that are read aloud; the rest is the writer's. */
interface PostLabels {
  readonly footnotes: string
  readonly backToText: string
  readonly done: string
  readonly open: string
}

const LABELS: Readonly<Record<string, PostLabels>> = {
  en: { footnotes: "Footnotes", backToText: "Back to the text", done: "Done", open: "To do" },
  de: { footnotes: "Fußnoten", backToText: "Zurück zum Text", done: "Erledigt", open: "Offen" },
  "zh-Hans": { footnotes: "脚注", backToText: "返回正文", done: "已完成", open: "未完成" },
  "zh-Hant": { footnotes: "註腳", backToText: "返回內文", done: "已完成", open: "未完成" },
}
const ENGLISH = LABELS["en"] as PostLabels

export const labelsOf = (locale: string): PostLabels => LABELS[locale] ?? ENGLISH
