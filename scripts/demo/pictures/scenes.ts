import type { Random } from "../random.ts"
import { beds, hives } from "./gardens.ts"
import type { Ink } from "./inks.ts"
import { moor, rails, rain, treeline, viaduct } from "./lands.ts"
import { echoes, leaf, night, plots } from "./signs.ts"
import { basket, books, bread, cup, pot, workbench } from "./tables.ts"
import { azoteas, lane, roofs, waitingRoom } from "./towns.ts"
import { canal, harbour, island, tide } from "./waters.ts"

/** Every subject that the publisher can draw; the seed moves, counts and turns what is in it. */
export const scenes = {
  azoteas,
  basket,
  beds,
  books,
  bread,
  canal,
  cup,
  echoes,
  harbour,
  hives,
  island,
  lane,
  leaf,
  moor,
  night,
  plots,
  pot,
  rails,
  rain,
  roofs,
  tide,
  treeline,
  viaduct,
  waitingRoom,
  workbench,
} as const satisfies Readonly<Record<string, (random: Random, ink: Ink) => string>>

export type SceneName = keyof typeof scenes
