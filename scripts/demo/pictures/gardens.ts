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
  path,
  polygon,
  raysAround,
  ridge,
  sky,
  skyCuts,
  slopeCuts,
  WIDTH,
} from "./brush.ts"
import type { Ink } from "./inks.ts"

/** Hives between flowering trees on a slope. */
export const hives = (random: Random, ink: Ink): string => {
  const horizon = random.between(300, 360)
  const [far, slope] = [ridge(random, horizon, 60), ridge(random, horizon + 130, 40)]
  const trees = Array.from({ length: 6 }, (_, index) => {
    const x = 60 + index * 210 + random.between(-50, 50)
    return tree(random, ink, x, heightAt(slope, x) + 20, random.between(60, 100))
  })
  const boxes = Array.from({ length: random.whole(4, 6) }, (_, index) => {
    const [x, y, scale] = [110 + index * 200 + random.between(-20, 20), 560 + (index % 2) * 90, 1 + (index % 2) * 0.25]
    const colour = [ink.paper, ink.bright, ink.sky][index % 3] ?? ink.paper
    return group(path`translate(${x} ${y}) scale(${scale})`, hive(ink, colour))
  })
  const bees = Array.from({ length: 26 }, () => {
    const [x, y] = [random.between(60, 1140), random.between(300, 640)]
    return disc(x, y, 4.5, ink.dark) + disc(x + 5, y - 5, 4, ink.paper, 0.8)
  })
  return [
    sky(ink.sky),
    raysAround(random, 950, 130, 70, 380, ink.paper),
    disc(950, 130, 62, ink.bright),
    land(far, ink.far),
    slopeCuts(random, far, ink.mid),
    land(slope, ink.mid),
    slopeCuts(random, slope, ink.near, { count: 220, depth: 380, lean: -0.7, length: 44 }),
    slopeCuts(random, slope, ink.sky, { count: 120, depth: 380, lean: -0.9, length: 28 }),
    ...trees,
    ...boxes,
    ...bees,
  ].join("")
}

const hive = (ink: Ink, colour: string): string =>
  [
    box(-54, 60, 12, 34, ink.dark),
    box(42, 60, 12, 34, ink.dark),
    box(-62, -14, 124, 78, colour),
    box(-62, 22, 124, 5, ink.dark),
    box(-26, 46, 52, 9, ink.dark, 4),
    polygon(
      [
        [-74, -14],
        [-60, -34],
        [60, -34],
        [74, -14],
      ],
      ink.dark,
    ),
  ].join("")

export const tree = (random: Random, ink: Ink, x: number, foot: number, size: number): string => {
  const leaves = Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 9) * Math.PI * 2
    const colour = index % 3 ? ink.near : ink.dark
    return disc(
      x + Math.cos(angle) * size * 0.55,
      foot - size * 1.7 + Math.sin(angle) * size * 0.45,
      size * random.between(0.4, 0.6),
      colour,
    )
  })
  const blossom = Array.from({ length: 16 }, () =>
    disc(
      x + random.between(-size, size) * 0.85,
      foot - size * 1.7 + random.between(-size, size) * 0.7,
      random.between(2, 6),
      ink.paper,
    ),
  )
  return [line(path`M${x} ${foot}V${foot - size * 1.5}`, ink.dark, size * 0.16), ...leaves, ...blossom].join("")
}

/** Vegetable beds running to the horizon, with canes and a watering can. */
export const beds = (random: Random, ink: Ink): string => {
  const horizon = random.between(270, 330)
  const vanish = random.between(420, 780)
  const rows = Array.from({ length: 11 }, (_, row) => {
    const foot = (row - 5) * 230 + vanish
    const ground = polygon(
      [
        [vanish + (row - 5) * 14, horizon],
        [vanish + (row - 5) * 14 + 8, horizon],
        [foot + 130, HEIGHT],
        [foot - 10, HEIGHT],
      ],
      row % 2 ? ink.near : ink.mid,
    )
    const plants = Array.from({ length: 13 }, (_, step) => {
      const depth = ((step + 1) / 13) ** 1.9
      const [x, y, size] = [
        vanish + (row - 5) * 14 + (foot + 60 - vanish - (row - 5) * 14) * depth,
        horizon + (HEIGHT - horizon) * depth,
        4 + depth * 46,
      ]
      return plant(random, ink, x, y, size, row)
    })
    return ground + plants.join("")
  })
  const wall = ridge(random, horizon - 18, 14)
  return [
    sky(ink.sky),
    skyCuts(random, 20, horizon - 60, ink.paper, 40),
    disc(random.between(150, 1050), random.between(80, 170), random.between(40, 66), ink.bright),
    land(wall, ink.far),
    box(0, horizon - 4, WIDTH, HEIGHT, ink.mid),
    ...rows,
  ].join("")
}

const plant = (random: Random, ink: Ink, x: number, y: number, size: number, row: number): string => {
  if (row % 3 === 0)
    return (
      line(path`M${x} ${y}L${x + size * 0.1} ${y - size * 2.2}`, ink.dark, size * 0.07) +
      disc(x - size * 0.2, y - size, size * 0.24, ink.bright) +
      disc(x + size * 0.25, y - size * 1.5, size * 0.2, ink.bright)
    )
  const leaves = Array.from({ length: 5 }, (_, leaf) => {
    const angle = -Math.PI / 2 + (leaf - 2) * 0.5 + random.between(-0.1, 0.1)
    return cut(
      [x, y],
      [x + Math.cos(angle) * size, y + Math.sin(angle) * size],
      size * 0.22,
      row % 2 ? ink.sky : ink.dark,
    )
  })
  return leaves.join("")
}
