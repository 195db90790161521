import type { Random } from "../random.ts"
import {
  box,
  cut,
  disc,
  group,
  HEIGHT,
  heightAt,
  land,
  line,
  type Point,
  path,
  polygon,
  raysAround,
  ridge,
  shape,
  sky,
  slopeCuts,
  WIDTH,
} from "./brush.ts"
import type { Ink } from "./inks.ts"
import { stars } from "./lands.ts"

/** A clear night: a band of stars, one figure drawn between the bright ones, firs, a lamp in a window. */
export const night = (random: Random, ink: Ink): string => {
  const hills = [ridge(random, 620, 70), ridge(random, 700, 40)]
  const [middle, turn] = [random.between(300, 900), random.between(-40, 40)]
  const band = Array.from({ length: 420 }, () => {
    const [along, across] = [random.between(-700, 700), (random.next() + random.next() + random.next() - 1.5) * 150]
    return disc(along, across, random.between(0.7, 2.6), ink.paper, random.between(0.3, 0.9))
  })
  const figure: ReadonlyArray<Point> = Array.from({ length: random.whole(5, 7) }, (_, star) => [
    250 + star * random.between(90, 120),
    random.between(110, 380),
  ])
  const strokes = figure.map(([x, y], index) => path`${index === 0 ? "M" : "L"}${x} ${y}`).join("")
  const hut = random.between(180, 960)
  return [
    sky(ink.dark),
    ...Array.from({ length: 60 }, () => {
      const [x, y] = [random.between(-100, WIDTH), random.between(0, 620)]
      return cut([x, y], [x + random.between(60, 220), y + random.between(-20, 20)], 2, ink.near, 0.8)
    }),
    group(
      path`translate(${middle} 330) rotate(${turn})`,
      path`<ellipse rx="760" ry="120" fill="${ink.near}"/>`,
      path`<ellipse rx="700" ry="60" fill="${ink.mid}" opacity="0.6"/>`,
      ...band,
    ),
    stars(random, ink.paper, 600, 160),
    line(strokes, ink.bright, 2, 0.8),
    ...figure.map(([x, y]) => star(x, y, random.between(9, 20), ink.bright)),
    random.next() < 0.5 ? moon(ink, random.between(120, 1080), random.between(90, 160)) : "",
    land(hills[0] ?? [], ink.mid),
    ...firs(random, hills[0] ?? [], ink.near, 46, 70),
    land(hills[1] ?? [], "#05080f"),
    ...firs(random, hills[1] ?? [], "#05080f", 30, 130),
    box(hut, heightAt(hills[1] ?? [], hut) - 20, 76, 60, ink.near),
    polygon(
      [
        [hut - 10, heightAt(hills[1] ?? [], hut) - 20],
        [hut + 38, heightAt(hills[1] ?? [], hut) - 58],
        [hut + 86, heightAt(hills[1] ?? [], hut) - 20],
      ],
      ink.dark,
    ),
    box(hut + 26, heightAt(hills[1] ?? [], hut) - 6, 22, 22, ink.bright),
  ].join("")
}

const star = (x: number, y: number, size: number, colour: string): string =>
  cut([x - size, y], [x + size, y], size * 0.3, colour) + cut([x, y - size], [x, y + size], size * 0.3, colour)

const moon = (ink: Ink, x: number, y: number): string =>
  shape(path`M${x} ${y - 56}a56 56 0 1 0 44 92a46 46 0 1 1 -44 -92Z`, ink.bright)

const firs = (
  random: Random,
  edge: ReadonlyArray<Point>,
  colour: string,
  count: number,
  size: number,
): ReadonlyArray<string> =>
  Array.from({ length: count }, () => {
    const x = random.between(0, WIDTH)
    const [foot, height] = [heightAt(edge, x) + 20, random.between(size * 0.6, size * 1.3)]
    return (
      [0, 1, 2]
        .map((tier) =>
          polygon(
            [
              [x - height * (0.16 + tier * 0.05), foot - height * (0.5 - tier * 0.22)],
              [x, foot - height * (1 - tier * 0.25)],
              [x + height * (0.16 + tier * 0.05), foot - height * (0.5 - tier * 0.22)],
            ],
            colour,
          ),
        )
        .join("") + box(x - 3, foot - height * 0.2, 6, height * 0.3, colour)
    )
  })

/** A botanical plate: one plant with its leaves, seeds and roots on plain paper. */
export const leaf = (random: Random, ink: Ink): string => {
  const kind = random.whole(0, 2)
  const stems = Array.from({ length: random.whole(2, 3) }, (_, index) =>
    stem(random, ink, 330 + index * 260 + random.between(-30, 30), kind),
  )
  const seeds = Array.from({ length: 7 }, (_, index) =>
    cut([90 + index * 26, 720], [100 + index * 26, 690], 7, ink.dark),
  )
  return [
    sky(ink.paper),
    ...Array.from({ length: 70 }, () => {
      const [x, y] = [random.between(0, WIDTH), random.between(0, HEIGHT)]
      return cut([x, y], [x + random.between(6, 26), y + random.between(-4, 4)], 0.9, ink.far, 0.5)
    }),
    path`<rect x="40" y="40" width="1120" height="720" fill="none" stroke="${ink.mid}" stroke-width="3"/>`,
    disc(random.between(700, 1000), random.between(210, 330), random.between(110, 170), ink.sky),
    ...stems,
    ...seeds,
  ].join("")
}

const stem = (random: Random, ink: Ink, x: number, kind: number): string => {
  const lean = random.between(-70, 90)
  const height = random.between(440, 580)
  const point = (along: number): Point => [x + lean * along ** 1.6, 700 - height * along]
  const leaves = Array.from({ length: 9 }, (_, index) => {
    const along = 0.2 + index * 0.085
    const size = (kind === 1 ? 190 : 150) * (1.15 - along)
    return foliage(ink, point(along), index % 2 ? 1 : -1, size, kind, index % 3 === 0)
  })
  const [tipX, tipY] = point(1)
  const bloom =
    kind === 2
      ? Array.from({ length: 8 }, (_, petal) =>
          group(path`translate(${tipX} ${tipY}) rotate(${petal * 45})`, cut([0, 0], [0, -64], 17, ink.bright)),
        ).join("") + disc(tipX, tipY, 17, ink.dark)
      : Array.from({ length: 9 }, () =>
          disc(tipX + random.between(-34, 34), tipY + random.between(-40, 30), random.between(6, 12), ink.bright),
        ).join("")
  const roots = Array.from({ length: 6 }, () => cut([x, 700], [x + random.between(-60, 60), 752], 3, ink.near))
  return [
    line(path`M${x} 706Q${x} ${700 - height * 0.5} ${tipX} ${tipY}`, ink.near, 7),
    ...leaves,
    bloom,
    ...roots,
  ].join("")
}

const foliage = (ink: Ink, [x, y]: Point, side: number, size: number, kind: number, pale: boolean): string => {
  const colour = pale ? ink.mid : ink.near
  const blade =
    kind === 1
      ? shape(
          path`M0 0C${size * 0.3} ${-size * 0.7} ${size} ${-size * 0.6} ${size} ${-size * 0.1}` +
            path`C${size * 0.8} ${size * 0.2} ${size * 0.3} ${size * 0.2} 0 0Z`,
          colour,
        )
      : shape(path`M0 0Q${size * 0.5} ${-size * 0.42} ${size} ${-size * 0.3}Q${size * 0.6} ${size * 0.1} 0 0Z`, colour)
  const veins = Array.from({ length: 5 }, (_, vein) =>
    cut(
      [size * (0.18 + vein * 0.15), -size * (0.06 + vein * 0.045)],
      [size * (0.26 + vein * 0.15), -size * (0.22 + vein * 0.03)],
      1.8,
      ink.paper,
    ),
  )
  return group(
    path`translate(${x} ${y}) scale(${side} 1)`,
    blade,
    cut([0, 0], [size * 0.94, -size * 0.26], 2.4, ink.paper),
    ...veins,
  )
}

/** A garden plan drawn like a page of characters: beds of dots, dashes and small leaves. */
export const plots = (random: Random, ink: Ink): string => {
  const cells = Array.from({ length: 24 }, (_, cell) => {
    const [x, y] = [60 + (cell % 6) * 182, 56 + Math.floor(cell / 6) * 176]
    const ground = random.pick([ink.sky, ink.far, ink.mid, ink.near, ink.sky, ink.bright])
    const mark = ground === ink.near || ground === ink.mid ? ink.paper : ink.dark
    return box(x, y, 168, 162, ground, 6) + bed(random, x, y, mark, random.whole(0, 5))
  })
  return [
    sky(ink.paper),
    ...cells,
    line("M40 400H1160", ink.paper, 26),
    line(path`M${random.pick([418, 600, 782])} 30V770`, ink.paper, 20),
  ].join("")
}

const bed = (random: Random, x: number, y: number, mark: string, kind: number): string =>
  Array.from({ length: 36 }, (_, place) => {
    const [across, down] = [x + 24 + (place % 6) * 24, y + 22 + Math.floor(place / 6) * 24]
    if (kind === 0) return disc(across, down, 5, mark)
    if (kind === 1) return cut([across - 9, down], [across + 9, down], 4, mark)
    if (kind === 2)
      return (
        cut([across, down + 8], [across - 8, down - 8], 4, mark) +
        cut([across, down + 8], [across + 8, down - 8], 4, mark)
      )
    if (kind === 3) return random.next() < 0.6 ? disc(across, down, random.between(3, 10), mark) : ""
    if (kind === 4) return line(path`M${across - 8} ${down + 6}q8 -18 16 0`, mark, 3.5)
    return cut([across - 7, down - 7], [across + 7, down + 7], 3, mark)
  }).join("")

/** A walker's landscape with sound made visible: rings that spread from one place over hills and water. */
export const echoes = (random: Random, ink: Ink): string => {
  const [x, y] = [random.between(250, 950), random.between(280, 460)]
  const [far, near] = [ridge(random, 430, 80), ridge(random, 600, 60)]
  const rings = Array.from({ length: 15 }, (_, ring) => {
    const radius = 40 + ring * random.between(42, 50)
    const [drawn, lifted] = [random.between(60, 340), random.between(10, 50)]
    return (
      path`<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${ring % 3 ? ink.paper : ink.bright}" ` +
      path`stroke-width="${7 - ring * 0.36}" stroke-dasharray="${drawn} ${lifted}" stroke-linecap="round" ` +
      path`opacity="${1 - ring * 0.05}"/>`
    )
  })
  const walker = random.between(150, 1000)
  const foot = heightAt(near, walker) + 6
  return [
    sky(ink.far),
    raysAround(random, x, y, 30, 200, ink.sky),
    land(far, ink.mid),
    slopeCuts(random, far, ink.near, { depth: 190 }),
    ...rings,
    disc(x, y, 26, ink.bright),
    land(near, ink.dark),
    slopeCuts(random, near, ink.near, { count: 220, depth: 240, lean: -0.6 }),
    ...firs(random, near, ink.dark, 12, 150),
    group(
      path`translate(${walker} ${foot}) scale(1.5)`,
      disc(0, -78, 10, ink.bright),
      shape("M-11 -66h22l5 36h-32Z", ink.bright),
      line("M-7 -32L-13 2M7 -32L15 2M14 -56L26 -30L32 2", ink.bright, 5),
    ),
  ].join("")
}
