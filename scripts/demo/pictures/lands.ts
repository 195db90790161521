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
  ridge,
  shape,
  sky,
  skyCuts,
  slopeCuts,
  WIDTH,
} from "./brush.ts"
import { tree } from "./gardens.ts"
import type { Ink } from "./inks.ts"
import { gulls } from "./waters.ts"

/** A bog: flat layers, dark pools, reeds in front, birds above. */
export const moor = (random: Random, ink: Ink): string => {
  const horizon = random.between(330, 400)
  const [woods, flat] = [ridge(random, horizon, 24, 0.8), ridge(random, horizon + 70, 12)]
  const pools = Array.from({ length: 6 }, (_, index) => {
    const [x, y, width] = [random.between(-100, 900), horizon + 110 + index * 55, random.between(220, 460)]
    const outline =
      path`M${x} ${y}C${x + width * 0.2} ${y - 30} ${x + width * 0.8} ${y - 26} ${x + width} ${y}` +
      path`C${x + width * 0.7} ${y + 30} ${x + width * 0.2} ${y + 26} ${x} ${y}Z`
    return shape(outline, ink.sky) + cut([x + 30, y + 4], [x + width - 30, y], 5, ink.paper)
  })
  return [
    sky(ink.sky),
    disc(random.between(200, 1000), horizon - random.between(40, 190), random.between(46, 80), ink.bright),
    skyCuts(random, 30, horizon - 20, ink.paper, 54),
    gulls(random, ink.dark),
    land(woods, ink.near),
    land(flat, ink.far),
    slopeCuts(random, flat, ink.mid, { count: 220, depth: 380, lean: 0.08, length: 90 }),
    ...pools,
    slopeCuts(random, flat, ink.near, { count: 130, depth: 420, lean: -1.6, length: 34 }),
    reeds(random, ink),
  ].join("")
}

const reeds = (random: Random, ink: Ink): string =>
  Array.from({ length: 46 }, () => {
    const [x, height, lean] = [random.between(0, WIDTH), random.between(110, 330), random.between(-40, 60)]
    const stem = path`M${x} ${HEIGHT}Q${x} ${HEIGHT - height * 0.6} ${x + lean} ${HEIGHT - height}`
    const head =
      random.next() < 0.4
        ? cut([x + lean, HEIGHT - height + 6], [x + lean * 1.2, HEIGHT - height - 44], 7, ink.dark)
        : ""
    return line(stem, ink.dark, random.between(2, 4.5)) + head
  }).join("")

/** A train on a long curve at night or dusk, its windows lit. */
export const rails = (random: Random, ink: Ink): string => {
  const horizon = random.between(360, 430)
  const [far, middle, near] = [
    ridge(random, horizon - 60, 90),
    ridge(random, horizon + 20, 50),
    ridge(random, horizon + 150, 30),
  ]
  const track = horizon + random.between(110, 150)
  const [start, cars] = [random.between(-120, 240), random.whole(4, 6)]
  return [
    sky(ink.mid),
    stars(random, ink.paper, horizon),
    disc(random.between(150, 1050), random.between(100, 220), random.between(34, 56), ink.bright),
    land(far, ink.near),
    slopeCuts(random, far, ink.mid, { count: 110, depth: 110 }),
    land(middle, ink.dark),
    ...Array.from({ length: 9 }, (_, pole) => mast(pole * 150 + 30, track, ink)),
    cut([start - 400, track + 34], [WIDTH + 300, track + 34], 9, ink.far),
    group(path`translate(${start} ${track})`, ...Array.from({ length: cars }, (_, index) => coach(random, ink, index))),
    land(
      near.map(([x, y]): Point => [x, y + 90]),
      ink.dark,
    ),
    slopeCuts(
      random,
      near.map(([x, y]): Point => [x, y + 90]),
      ink.near,
      { count: 170, depth: 240, lean: -0.5 },
    ),
  ].join("")
}

const mast = (x: number, foot: number, ink: Ink): string =>
  line(path`M${x} ${foot + 34}V${foot - 120}H${x + 46}`, ink.mid, 4) +
  line(path`M${x} ${foot - 84}L${x + 30} ${foot - 120}`, ink.mid, 3)

const coach = (random: Random, ink: Ink, index: number): string => {
  const x = index * 208
  const windows = Array.from({ length: 7 }, (_, place) =>
    box(x + 14 + place * 27, -38, 17, 24, random.next() < 0.6 ? ink.bright : ink.near, 2),
  )
  const wheels = [30, 56, 144, 170].map((place) => disc(x + place, 26, 9, ink.dark))
  return [
    box(x, -58, 200, 80, ink.far, 10),
    box(x, -2, 200, 10, ink.near),
    ...windows,
    ...wheels,
    box(x + 196, 4, 16, 6, ink.dark),
  ].join("")
}

export const stars = (random: Random, colour: string, bottom: number, count = 120): string =>
  Array.from({ length: count }, () =>
    disc(
      random.between(0, WIDTH),
      random.next() ** 1.4 * bottom,
      random.between(0.8, 3.2),
      colour,
      random.between(0.5, 1),
    ),
  ).join("")

/** A disused viaduct across a valley. */
export const viaduct = (random: Random, ink: Ink): string => {
  const deck = random.between(300, 360)
  const [far, valley] = [ridge(random, deck - 40, 110), ridge(random, deck + 250, 70)]
  const [width, pier] = [random.between(130, 170), 34]
  const arches = Array.from({ length: Math.ceil(WIDTH / width) + 1 }, (_, index) => {
    const x = index * width - 60
    const radius = (width - pier) / 2
    const opening =
      path`M${x + pier} ${HEIGHT}V${deck + 46 + radius}` +
      path`A${radius} ${radius} 0 0 1 ${x + width} ${deck + 46 + radius}V${HEIGHT}Z`
    return opening
  })
  const wall = path`M0 ${deck}H${WIDTH}V${HEIGHT}H0Z${arches.join("")}`
  return [
    sky(ink.sky),
    skyCuts(random, 30, deck - 60, ink.paper, 50),
    disc(random.between(200, 1000), random.between(110, 200), random.between(44, 70), ink.bright),
    land(far, ink.far),
    slopeCuts(random, far, ink.mid, { depth: 300, count: 220 }),
    path`<path d="${wall}" fill="${ink.near}" fill-rule="evenodd"/>`,
    ...Array.from({ length: 120 }, () => {
      const [x, y] = [random.between(0, WIDTH), random.between(deck + 8, deck + 44)]
      return cut([x, y], [x + random.between(14, 34), y], 2.4, ink.far)
    }),
    box(0, deck - 12, WIDTH, 16, ink.dark),
    ...Array.from({ length: 40 }, (_, index) => box(index * 31, deck - 34, 4, 24, ink.dark)),
    box(0, deck - 38, WIDTH, 5, ink.dark),
    land(valley, ink.mid),
    slopeCuts(random, valley, ink.dark, { count: 260, depth: 260, lean: -0.9, length: 46 }),
    ...Array.from({ length: 7 }, (_, index) => {
      const x = index * 190 + random.between(-40, 60)
      return tree(random, ink, x, heightAt(valley, x) + 60, random.between(40, 84))
    }),
  ].join("")
}

/** The tree line: bare ridges, birches below, a hut with one lit window. */
export const treeline = (random: Random, ink: Ink): string => {
  const [peaks, shoulder, slope] = [ridge(random, 330, 170, 0.6), ridge(random, 430, 80), ridge(random, 560, 60)]
  const hut = random.between(250, 950)
  const foot = heightAt(shoulder, hut) + 46
  const birches = Array.from({ length: 34 }, () => {
    const x = random.between(0, WIDTH)
    const [y, height] = [heightAt(slope, x) + random.between(10, 190), random.between(60, 130)]
    return (
      line(
        path`M${x} ${y}Q${x + 6} ${y - height / 2} ${x + random.between(-12, 16)} ${y - height}`,
        ink.paper,
        random.between(2, 5),
      ) + cut([x, y - height * 0.5], [x + random.between(-34, 34), y - height * 0.8], 2, ink.paper)
    )
  })
  return [
    sky(ink.sky),
    skyCuts(random, 30, 260, ink.paper, 40),
    disc(random.between(150, 1050), random.between(90, 190), random.between(36, 60), ink.bright),
    land(peaks, ink.far),
    slopeCuts(random, peaks, ink.paper, { count: 150, depth: 120, length: 90, lean: 0.9, weight: 4 }),
    slopeCuts(random, peaks, ink.mid, { count: 120, depth: 200, length: 80, lean: 1 }),
    land(shoulder, ink.mid),
    slopeCuts(random, shoulder, ink.near, { count: 170, depth: 200 }),
    box(hut, foot - 56, 110, 56, ink.dark),
    polygon(
      [
        [hut - 14, foot - 56],
        [hut + 55, foot - 104],
        [hut + 124, foot - 56],
      ],
      ink.bright,
    ),
    box(hut + 22, foot - 40, 22, 22, ink.bright),
    land(slope, ink.near),
    slopeCuts(random, slope, ink.dark, { count: 240, depth: 260, lean: -0.5 }),
    ...birches,
  ].join("")
}

/** Hills under slanting rain, with one lit house. */
export const rain = (random: Random, ink: Ink): string => {
  const layers = [ridge(random, 300, 90), ridge(random, 410, 70), ridge(random, 530, 60)]
  const house = random.between(200, 900)
  const foot = heightAt(layers[1] ?? [], house) + 40
  const drops = Array.from({ length: 230 }, () => {
    const [x, y, length] = [random.between(-40, WIDTH + 100), random.between(-40, HEIGHT), random.between(30, 100)]
    return cut([x, y], [x - length * 0.3, y + length], random.between(0.8, 2.2), ink.paper, 0.7)
  })
  return [
    sky(ink.far),
    ...Array.from({ length: 9 }, () => shape(cloud(random), random.next() < 0.5 ? ink.mid : ink.sky, 0.85)),
    ...layers
      .map(
        (edge, index) =>
          land(edge, [ink.mid, ink.near, ink.dark][index] ?? ink.dark) +
          slopeCuts(random, edge, [ink.far, ink.mid, ink.near][index] ?? ink.near, { count: 120, depth: 180 }),
      )
      .slice(0, 2),
    box(house, foot - 60, 120, 60, ink.paper),
    polygon(
      [
        [house - 14, foot - 60],
        [house + 60, foot - 112],
        [house + 134, foot - 60],
      ],
      ink.bright,
    ),
    box(house + 26, foot - 42, 22, 26, ink.bright),
    box(house + 74, foot - 42, 22, 42, ink.dark),
    land(layers[2] ?? [], ink.dark),
    slopeCuts(random, layers[2] ?? [], ink.near, { count: 200, depth: 260, lean: -0.5 }),
    ...drops,
  ].join("")
}

const cloud = (random: Random): string => {
  const [x, y, width] = [random.between(-200, WIDTH), random.between(40, 220), random.between(260, 560)]
  return (
    path`M${x} ${y}C${x + width * 0.1} ${y - 70} ${x + width * 0.4} ${y - 90} ${x + width * 0.55} ${y - 44}` +
    path`C${x + width * 0.7} ${y - 84} ${x + width} ${y - 50} ${x + width} ${y}Z`
  )
}
