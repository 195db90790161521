import { expect, it } from "vitest"
import { reportHtml } from "./report.ts"

const options = {
  name: "chat-fanout",
  about: "Everybody is in one room.",
  at: "2026-11-21T20:00:00.000Z",
  options: ["--vus", "200"],
  timeline: "chat-fanout-timeline.html",
}
const summary = (isCrossed: boolean) => ({
  metrics: {
    chat_fanout_ms: {
      avg: 12.3456,
      med: 11,
      "p(95)": 512.04,
      thresholds: { "p(95)<500": isCrossed, "p(50)<20": false },
    },
    checks: { passes: 9, fails: 1, value: 0.9, thresholds: { "rate>0.8": false } },
  },
  root_group: { checks: { one: { name: "the <socket> is open", passes: 9, fails: 1 } } },
})

it("names the crossed thresholds and their figures at the top", () => {
  const page = reportHtml(summary(true), options)
  expect(page).toContain("failed: 1 of 3 thresholds were crossed")
  expect(page).toContain("<td>p(95)&#60;500</td><td>512</td><td>crossed</td>")
  expect(page).toContain("<td>p(50)&#60;20</td><td>11</td><td>met</td>")
  expect(page).toContain("<td>rate&#62;0.8</td><td>0.9</td><td>met</td>")
  expect(page).toContain("the &#60;socket&#62; is open")
  expect(page).toContain('href="chat-fanout-timeline.html"')
})

it("says that the test passed", () => {
  expect(reportHtml(summary(false), { ...options, timeline: null })).toContain('<small class="met">passed</small>')
})
