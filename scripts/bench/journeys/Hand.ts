import type { Locator, Page } from "playwright-core"

/** What a journey costs. */
export interface Effort {
  readonly clicks: number
  /** Key presses; a pasted text is one. */
  readonly keystrokes: number
  readonly seconds: number
}

/** A user's hand on a page: it does what a person would do, and counts it. */
export class Hand {
  private clicks = 0
  private keystrokes = 0
  private readonly startMs = performance.now()

  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  async type(text: string): Promise<void> {
    this.keystrokes += [...text].length
    await this.page.keyboard.type(text)
  }

  async press(...keys: ReadonlyArray<string>): Promise<void> {
    for (const key of keys) {
      this.keystrokes += 1
      await this.page.keyboard.press(key)
    }
  }

  /** Pastes into the focused field. */
  async paste(text: string): Promise<void> {
    this.keystrokes += 1
    await this.page.keyboard.insertText(text)
  }

  /** Types a code that arrived by e-mail. Opening the mail is one click in another program. */
  async typeFromMail(code: string): Promise<void> {
    this.clicks += 1
    await this.type(code)
  }

  /** Chooses a file: one click on the field, and the file in the system's dialog is not counted. */
  async chooseFile(field: Locator, name: string, text: string): Promise<void> {
    this.clicks += 1
    await field.setInputFiles({ name, mimeType: "text/xml", buffer: Buffer.from(text) })
  }

  effort(): Effort {
    return {
      clicks: this.clicks,
      keystrokes: this.keystrokes,
      seconds: (performance.now() - this.startMs) / 1000,
    }
  }
}
