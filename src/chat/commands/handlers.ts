import type { Command } from "#contract/chat"
import { bc } from "./bc.ts"
import { bl } from "./bl.ts"
import { de } from "./de.ts"
import { ed } from "./ed.ts"
import type { Handler } from "./Handler.ts"
import { inRoom } from "./in.ts"
import { lh } from "./lh.ts"
import { lm } from "./lm.ts"
import { lmh } from "./lmh.ts"
import { ls } from "./ls.ts"
import { pr } from "./pr.ts"
import { rd } from "./rd.ts"
import { rm } from "./rm.ts"
import { rp } from "./rp.ts"
import { rs } from "./rs.ts"
import { sh } from "./sh.ts"
import { ty } from "./ty.ts"

/** What carries out each command of somebody signed in. */
export const handlers: Readonly<Record<Exclude<Command, "Tk" | "Hb">, Handler>> = {
  Bc: bc,
  Bl: bl,
  De: de,
  Ed: ed,
  In: inRoom,
  Lh: lh,
  Lm: lm,
  Lmh: lmh,
  Ls: ls,
  Pr: pr,
  Rd: rd,
  Rm: rm,
  Rp: rp,
  Rs: rs,
  Sh: sh,
  Ty: ty,
}
