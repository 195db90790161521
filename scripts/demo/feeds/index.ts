import type { DemoFeed } from "../DemoFeed.ts"
import { abteilSieben } from "./abteilSieben.ts"
import { azoteas } from "./azoteas.ts"
import { cadernoDeChuva } from "./cadernoDeChuva.ts"
import { eclusiere } from "./eclusiere.ts"
import { fortyRoofs } from "./fortyRoofs.ts"
import { harbourLetter } from "./harbourLetter.ts"
import { heanZhoukan } from "./heanZhoukan.ts"
import { lamplightAlmanac } from "./lamplightAlmanac.ts"
import { longSimmer } from "./longSimmer.ts"
import { mareBaixa } from "./mareBaixa.ts"
import { moorUndDeich } from "./moorUndDeich.ts"
import { oficiosLentos } from "./oficiosLentos.ts"
import { painDhier } from "./painDhier.ts"
import { plainTextGarden } from "./plainTextGarden.ts"
import { potager } from "./potager.ts"
import { rojiCoffee } from "./rojiCoffee.ts"
import { rottaDelleApi } from "./rottaDelleApi.ts"
import { schraubstunde } from "./schraubstunde.ts"
import { tradgransen } from "./tradgransen.ts"
import { traversine } from "./traversine.ts"
import { unhurriedEar } from "./unhurriedEar.ts"
import { xiangweiZhiwuzhi } from "./xiangweiZhiwuzhi.ts"
import { yoruNoMachiaishitsu } from "./yoruNoMachiaishitsu.ts"
import { ytterskar } from "./ytterskar.ts"

/** Every site of the demo. The order staggers their notes: a new site goes to the end of its language. */
export const feeds: ReadonlyArray<DemoFeed> = [
  harbourLetter,
  fortyRoofs,
  longSimmer,
  unhurriedEar,
  plainTextGarden,
  lamplightAlmanac,
  abteilSieben,
  schraubstunde,
  moorUndDeich,
  eclusiere,
  painDhier,
  potager,
  azoteas,
  oficiosLentos,
  rottaDelleApi,
  traversine,
  mareBaixa,
  cadernoDeChuva,
  ytterskar,
  tradgransen,
  heanZhoukan,
  xiangweiZhiwuzhi,
  rojiCoffee,
  yoruNoMachiaishitsu,
]
