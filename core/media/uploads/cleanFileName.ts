import { stripBidiControls } from "#core/kernel"

const NAME_CHARACTERS_MAX = 120

/** A file name that is safe to store, show and send: one line, without path, control characters or text direction. */
export const cleanFileName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? ""
  const plain = stripBidiControls(last.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, " ")).trim()
  const characters = [...plain]
  if (characters.length <= NAME_CHARACTERS_MAX) return plain === "" ? "file" : plain
  const dot = plain.lastIndexOf(".")
  const ending = dot > 0 && plain.length - dot <= 6 ? plain.slice(dot) : ""
  return characters.slice(0, NAME_CHARACTERS_MAX - ending.length).join("") + ending
}
