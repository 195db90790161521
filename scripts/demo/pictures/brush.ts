import type { Random } from "../random.ts"

/** Every scene is drawn on this many units; `draw` scales it. */
export const WIDTH = 1200
export const HEIGHT = 800

export type Point = readonly [x: number, y: number]

export const round = (value: number): string => String(Math.round(value * 10) / 10)

/** A template for outlines and transforms that writes every number with one decimal. */
export const path = (texts: TemplateStringsArray, ...values: ReadonlyArray<number | string>): string =>
  String.raw({ raw: texts }, ...values.map((value) => (typeof value === "number" ? round(value) : value)))

export const polygon = (points: ReadonlyArray<Point>, fill: string, opacity = 1): string =>
  `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z" fill="${fill}"${faint(opacity)}/>`

export const shape = (path: string, fill: string, opacity = 1): string =>
  `<path d="${path}" fill="${fill}"${faint(opacity)}/>`

export const line = (path: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${round(width)}" ` +
  `stroke-linecap="round"${faint(opacity)}/>`

export const disc = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${faint(opacity)}/>`

export const oval = (x: number, y: number, across: number, down: number, fill: string): string =>
  path`<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="${fill}"/>`

export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"` +
  `${radius > 0 ? ` rx="${radius}"` : ""}/>`

export const group = (transform: string, ...parts: ReadonlyArray<string>): string =>
  `<g transform="${transform}">${parts.join("")}</g>`

/** Draws only inside an outline. The name must be unique in one picture. */
export const inside = (name: string, outline: string, ...parts: ReadonlyArray<string>): string =>
  `<clipPath id="${name}">${outline}</clipPath><g clip-path="url(#${name})">${parts.join("")}</g>`

/** One stroke of the knife: it starts and ends in a point and swells between. */
export const cut = (from: Point, to: Point, weight: number, colour: string, opacity = 1): string => {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const [across, down] = [((to[1] - from[1]) / length) * weight, (-(to[0] - from[0]) / length) * weight]
  const path =
    `M${round(from[0])} ${round(from[1])}Q${round(x + across)} ${round(y + down)} ${round(to[0])} ${round(to[1])}` +
    `Q${round(x - across)} ${round(y - down)} ${round(from[0])} ${round(from[1])}Z`
  return shape(path, colour, opacity)
}

/** The upper edge of a hill, a wood or a cloud bank, from the left border to the right one. */
export const ridge = (random: Random, y: number, rise: number, roughness = 0.55): ReadonlyArray<Point> => {
  let heights = [random.between(-1, 1), random.between(-1, 1)]
  for (let scale = 1; heights.length < 65; scale *= roughness) {
    heights = heights.flatMap((height, index) => {
      const next = heights[index + 1]
      return next === undefined ? [height] : [height, (height + next) / 2 + random.between(-scale, scale)]
    })
  }
  return heights.map((height, index) => [(index / (heights.length - 1)) * WIDTH, y - height * rise] as const)
}

/** A ridge filled down to the lower border. */
export const land = (edge: ReadonlyArray<Point>, fill: string): string =>
  polygon([...edge, [WIDTH + 2, HEIGHT + 2], [-2, HEIGHT + 2]], fill)

/** The height of a ridge at some x. */
export const heightAt = (edge: ReadonlyArray<Point>, x: number): number => {
  const place = Math.min(Math.max(Math.round((x / WIDTH) * (edge.length - 1)), 0), edge.length - 1)
  return edge[place]?.[1] ?? 0
}

/** Short slanting strokes under a ridge, as a carver shades a slope. */
export const slopeCuts = (
  random: Random,
  edge: ReadonlyArray<Point>,
  colour: string,
  { count = 140, length = 60, lean = 0.6, weight = 2.2, depth = 120 } = {},
): string =>
  Array.from({ length: count }, () => {
    const x = random.between(-20, WIDTH)
    const y = heightAt(edge, x) + 8 + random.next() ** 2 * depth
    const reach = random.between(length * 0.4, length)
    return cut([x, y], [x + reach, y + reach * lean], random.between(weight * 0.5, weight), colour, 0.8)
  }).join("")

/** Level strokes on water between two heights, finer towards the horizon. */
export const waterCuts = (
  random: Random,
  top: number,
  bottom: number,
  colour: string,
  { count = 160, opacity = 0.75 } = {},
): string =>
  Array.from({ length: count }, () => {
    const nearness = random.next()
    const y = top + nearness ** 1.6 * (bottom - top)
    const length = 30 + nearness * 190 * random.between(0.4, 1)
    const x = random.between(-100, WIDTH)
    return cut([x, y], [x + length, y + random.between(-2, 2)], 1 + nearness * 4.5, colour, opacity)
  }).join("")

/** Rings of strokes around a light, broken as the knife lifts. */
export const raysAround = (random: Random, x: number, y: number, from: number, to: number, colour: string): string =>
  Array.from({ length: 110 }, () => {
    const angle = random.between(0, Math.PI * 2)
    const start = random.between(from, to)
    const length = random.between(20, 90)
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    return cut(
      [x + across * start, y + down * start],
      [x + across * (start + length), y + down * (start + length)],
      random.between(0.8, 2.4),
      colour,
      0.55,
    )
  }).join("")

/** Long level streaks across a sky. */
export const skyCuts = (random: Random, top: number, bottom: number, colour: string, count = 46): string =>
  Array.from({ length: count }, () => {
    const [x, y, length] = [random.between(-200, WIDTH), random.between(top, bottom), random.between(120, 420)]
    return cut([x, y], [x + length, y + random.between(-6, 6)], random.between(1, 5), colour, random.between(0.3, 0.8))
  }).join("")

export const sky = (colour: string): string => box(0, 0, WIDTH, HEIGHT, colour)

const faint = (opacity: number): string => (opacity < 1 ? ` opacity="${round(opacity)}"` : "")
