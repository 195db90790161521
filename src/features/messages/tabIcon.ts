/** The icon of layouts/Page.astro. */
const ICON = "/favicon.svg"

/** Width of the badge and size of its text in the icon's units (64), by the number of characters. */
const SIZES = [
  { width: 32, font: 34 },
  { width: 42, font: 32 },
  { width: 56, font: 28 },
] as const

/** The icon with a badge in its lower right corner, which stays legible at 16 px. */
export const withBadge = (svg: string, count: string): string => {
  const { width, font } = SIZES[Math.min(count.length, SIZES.length) - 1] ?? SIZES[0]
  const x = 64 - width
  const badge = `<rect x="${x}" y="28" width="${width}" height="36" rx="12" fill="#16150f" stroke="#fff" stroke-width="3"/>
    <text x="${x + width / 2}" y="${46 + font * 0.36}" fill="#fff" font-family="sans-serif" font-weight="700" font-size="${font}" text-anchor="middle">${count}</text>`
  return svg.replace(/<\/svg>\s*$/, `${badge}</svg>`)
}

let icon: Promise<string> | undefined
let wanted = ""

/** Shows the unread count in the icon of the tab: of a pinned tab one sees nothing else. */
export const showInTabIcon = async (count: string): Promise<void> => {
  wanted = count
  if (count !== "") icon ??= fetch(ICON).then((response) => (response.ok ? response.text() : ""))
  const svg = count === "" ? "" : await icon?.catch(() => "")
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]")
  if (link === null || wanted !== count) return
  link.href = svg ? `data:image/svg+xml,${encodeURIComponent(withBadge(svg, count))}` : ICON
}
