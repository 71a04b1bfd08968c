// The steps of a chain: each tries an action on a random existing record. A refusal is as good as a success; the
// invariants are checked after it.
import * as bench from './bench.steps.ts'
import * as correct from './correct.steps.ts'
import * as merge from './merge.steps.ts'
import * as seldom from './seldom.steps.ts'
import * as sale from './sale.steps.ts'
import * as tube from './tube.steps.ts'
import { nothingMore, reasoned, type Step } from './world.ts'

const { all, isTyped, signing, Entered, Reviewed, Approved } = bench
/** Each step and its weight. */
export const steps = {
  book: [sale.book, 7],
  accession: [sale.accession, 9],
  unlock: [sale.unlock, 2],
  cancelSale: [sale.cancelSale, 1],
  cancelItem: [sale.cancelItem, 3],
  changeLines: [sale.changeLines, 3],
  pay: [sale.pay, 5],
  refund: [sale.refund, 2],
  reroute: [sale.reroute, 1],
  collect: [tube.collect, 7],
  reject: [tube.reject, 2],
  pack: [tube.pack, 10],
  dispatch: [tube.dispatch, 9],
  undispatch: [tube.undispatch, 1],
  cancelShipment: [tube.cancelShipment, 1],
  receive: [tube.receive, 14],
  tubeTooMany: [tube.tubeTooMany, 2],
  generate: [bench.generate, 3],
  enter: [bench.enter, 18],
  callOut: [bench.callOut, 6],
  review: [signing('review', [Entered, Approved], all, nothingMore), 7],
  approve: [signing('approve', [Entered, Reviewed], all, nothingMore), 18],
  approveAmendment: [bench.approveAmendment, 3],
  release: [bench.release, 14],
  repeat: [signing('repeat', [Entered, Reviewed], isTyped, reasoned), 5],
  amend: [bench.amend, 2],
  withdraw: [bench.withdraw, 1],
  finish: [bench.finish, 8],
  addPaper: [seldom.addPaper, 5],
  chooseRun: [seldom.chooseRun, 5],
  hold: [seldom.hold, 1],
  takeOffHold: [seldom.takeOffHold, 3],
  giveUp: [seldom.giveUp, 1],
  rule: [seldom.rule, 2],
  approveNormal: [seldom.approveNormal, 4],
  addOn: [seldom.addOn, 2],
  turnInstrument: [seldom.turnInstrument, 2],
  keep: [seldom.keep, 4],
  correctPatient: [correct.correctPatient, 2],
  correctDetails: [correct.correctDetails, 2],
  withdrawReport: [correct.withdrawReport, 1],
  dropAmendment: [correct.dropAmendment, 1],
  tell: [correct.tell, 1],
  lose: [correct.lose, 1],
  arrive: [correct.arrive, 2],
  callPatient: [correct.callPatient, 1],
  measureOn: [correct.measureOn, 3],
  merge: [merge.merge, 1],
  undoMerge: [merge.undoMerge, 2],
} satisfies Record<string, readonly [Step, number]>
export type StepName = keyof typeof steps
