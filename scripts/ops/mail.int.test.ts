import { afterAll, beforeAll, expect, it } from "vitest"
import { makeDkimKey } from "../../core/mail/testing/openBulk.ts"
import { messageTo, type OpenMail, openMail } from "../../core/mail/testing/openMail.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

let kit: OpsKit
let mail: OpenMail
beforeAll(async () => {
  kit = await startOpsKit({ PUBLIC_ORIGIN: "https://quire.example" })
  mail = openMail(kit.url)
})
afterAll(async () => {
  await mail.close()
  await kit.stop()
})

it("lists sent mails and shows a mail as its recipient reads it", async () => {
  expect((await kit.ops("mail", "show", "newest")).code).toBe(1)
  const message = messageTo("mara@reader.example", { locale: "de" })
  await mail.post(message)
  const { code, out } = await kit.ops("mail", "list")
  expect(code).toBe(0)
  expect(out).toMatch(/mara@reader\.example +Ihr Anmeldecode · Quire +waiting/)
  const [listed] = (await kit.ops("mail", "list", "--json")).json()["messages"] as unknown as ReadonlyArray<object>
  expect(listed).toMatchObject({ id: message.messageId, kind: "signIn", state: "waiting", attempts: 0 })

  const [kept] = await mail.list()
  for (const name of ["newest", message.messageId]) {
    const shown = await kit.ops("mail", "show", name)
    expect(shown.code).toBe(0)
    expect(shown.out).toContain(kept?.rendered?.text)
  }
  expect((await kit.ops("mail", "show", message.messageId, "--json")).json()["html"]).toBe(kept?.rendered?.html)
})

it("shows the DNS record of the signing key, and says if there is none", async () => {
  expect((await kit.ops("mail", "dkim")).code).toBe(1)
  const signing = await startOpsKit({ MAIL_FROM: "post@letters.example", DKIM_KEY: makeDkimKey(), DKIM_SELECTOR: "n1" })
  const { code, out } = await signing.ops("mail", "dkim")
  await signing.stop()
  expect(code).toBe(0)
  expect(out).toMatch(/^n1\._domainkey\.letters\.example\. TXT "v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{300,}"/)
})

it("explains an invalid mail id and a missing mail", async () => {
  expect((await kit.ops("mail", "show", "somebody")).code).toBe(2)
  expect((await kit.ops("mail", "show", "01890000-0000-7000-8000-000000000001")).code).toBe(1)
})
