import { expect, it } from "vitest"
import { readFields, readFiles } from "./readForm.ts"

/** An endless body, and how much of it was read. */
const endless = (contentType: string) => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1_000
      controller.enqueue(new Uint8Array(1_000).fill(97))
    },
  })
  const init = { method: "POST", body, duplex: "half", headers: { "content-type": contentType } } as RequestInit
  return { request: new Request("http://quire.test/", init), sent: () => sent }
}

it("reads a form only up to its limit", async () => {
  const { request, sent } = endless("application/x-www-form-urlencoded")
  expect([...(await readFields(request, 10_000))]).toEqual([])
  expect(sent()).toBeLessThan(20_000)
})

it("reads a form with files only up to its limit", async () => {
  const { request, sent } = endless("multipart/form-data; boundary=b")
  expect(await readFiles(request, 10_000)).toBe("too-large")
  expect(sent()).toBeLessThan(20_000)
})

it("reads forms with and without files", async () => {
  const fields = new Request("http://quire.test/", { method: "POST", body: new URLSearchParams({ a: "ü b" }) })
  expect((await readFields(fields)).get("a")).toBe("ü b")
  const form = new FormData()
  form.set("file", new File(["words"], "a.txt"))
  const files = await readFiles(new Request("http://quire.test/", { method: "POST", body: form }), 10_000)
  expect(files).toBeInstanceOf(FormData)
  expect(await ((files as FormData).get("file") as File).text()).toBe("words")
  expect(await readFiles(new Request("http://quire.test/", { method: "POST", body: "file" }), 10_000)).toBeNull()
})
