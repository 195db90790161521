import { Schema } from "effect"
import { EngineError, type Translator } from "./Engine.ts"
import { askEngine, decodeAnswer, jsonOf } from "./request.ts"

export type LibreTranslateSettings = { readonly url: string; readonly key?: string | undefined }

/** Names that a server may use for a language, the likelier first. */
const OTHER_NAMES: Readonly<Record<string, ReadonlyArray<string>>> = {
  zh: ["zh", "zh-Hans", "zh-CN"],
  "zh-hans": ["zh-Hans", "zh", "zh-CN"],
  "zh-hant": ["zh-Hant", "zt", "zh-TW", "zh"],
  no: ["no", "nb"],
  nb: ["nb", "no"],
  pt: ["pt", "pt-PT", "pt-BR"],
}

/** A LibreTranslate server (https://libretranslate.com). Translates a text in one piece. */
export const libreTranslate = ({ url, key }: LibreTranslateSettings): Translator => {
  const base = url.replace(/\/+$/, "")
  let offered: Promise<ReadonlySet<string>> | undefined
  const languages = () => {
    offered ??= load(`${base}/languages`).catch((error: unknown) => {
      offered = undefined
      throw error
    })
    return offered
  }
  const languageOf = async (tag: string) => {
    const codes = await languages()
    const plain = tag.toLowerCase()
    const names = OTHER_NAMES[plain] ?? [plain, plain.split("-")[0] ?? plain]
    return names.find((name) => codes.has(name)) ?? null
  }

  return {
    name: "libretranslate",
    languageOf,
    translate: async function* (text, from, to) {
      const source = from === null ? "auto" : ((await languageOf(from)) ?? "auto")
      const body = { q: text, source, target: to, format: "text", ...(key === undefined ? {} : { api_key: key }) }
      const { translatedText } = await post(`${base}/translate`, body)
      if (translatedText.trim() === "") throw new EngineError("an empty answer")
      yield translatedText
    },
  }
}

const load = async (url: string): Promise<ReadonlySet<string>> => {
  const answer = await request(url)
  return new Set(decodeAnswer(Languages, answer).map(({ code }) => code))
}

const post = async (url: string, body: object) => decodeAnswer(Translated, await request(url, body))

const request = async (url: string, body?: object): Promise<unknown> => {
  const { signal } = new AbortController()
  const answer = await askEngine(url, body === undefined ? { signal } : { body, signal })
  return jsonOf(answer.body)
}

const Languages = Schema.Array(Schema.Struct({ code: Schema.String }))
const Translated = Schema.Struct({ translatedText: Schema.String })
