import { expect, it } from "vitest"
import { splitForm } from "./splitForm.ts"

const sent = async (form: FormData) => {
  const request = new Request("http://own/", { method: "POST", body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  return { body, contentType: request.headers.get("content-type") ?? "" }
}
const formOf = (fields: Readonly<Record<string, string>>, file?: Blob): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file !== undefined) form.append("image", file, 'a"b\r\n.png')
  return form
}

it("splits a form as a browser sends it, and copies no file", async () => {
  const bytes = new Uint8Array(100_000).map((_, at) => (at * 31) % 251)
  bytes.set(new TextEncoder().encode("\r\n--\r\n\r\n"), 5_000)
  const { body, contentType } = await sent(formOf({ kind: "passport", countryCode: "sé" }, new Blob([bytes])))
  const split = splitForm(body, contentType)
  expect(split?.fields).toEqual(
    new Map([
      ["kind", "passport"],
      ["countryCode", "sé"],
    ]),
  )
  expect(split?.file?.buffer).toBe(body.buffer)
  expect(Buffer.from(split?.file ?? []).equals(Buffer.from(bytes))).toBe(true)
})

it("finds no file in a form without one, and an empty one if none was chosen", async () => {
  const none = await sent(formOf({ kind: "passport" }))
  expect(splitForm(none.body, none.contentType)?.file).toBeNull()
  const empty = await sent(formOf({}, new Blob([])))
  expect(splitForm(empty.body, empty.contentType)?.file).toHaveLength(0)
})

it.each([
  "text/plain",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"x".repeat(71)}`,
])("is no form with the type %j", (contentType) => {
  expect(splitForm(new TextEncoder().encode("--x\r\n\r\n"), contentType)).toBeNull()
})

it("is no form if it ends within a part, and no file if its headers are endless", () => {
  const of = (text: string) => splitForm(new TextEncoder().encode(text), "multipart/form-data; boundary=x")
  expect(of('--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nhalf of')).toBeNull()
  expect(of(`--x\r\n${"a".repeat(3_000)}\r\n\r\nbytes\r\n--x--\r\n`)).toEqual({ fields: new Map(), file: null })
  expect(of("")).toEqual({ fields: new Map(), file: null })
})
