// The steps of a chain: each tries an action on a random existing record. A refusal is as good as a success; the
// invariants are checked after it.
import * as bench from './bench.steps.ts'
import * as merge from './merge.steps.ts'
import * as seldom from './seldom.steps.ts'
import * as sale from './sale.steps.ts'
import * as tube from './tube.steps.ts'
import { nothingMore, reasoned, type Step } from './world.ts'

const { all, isTyped, signing, Entered, Reviewed, Approved } = bench
/** Each step and its weight. */
export const steps = {
  book: [sale.book, 7],
  accession: [sale.accession, 14],
  unlock: [sale.unlock, 2],
  cancelSale: [sale.cancelSale, 1],
  cancelItem: [sale.cancelItem, 3],
  changeLines: [sale.changeLines, 3],
  pay: [sale.pay, 8],
  refund: [sale.refund, 2],
  reroute: [sale.reroute, 3],
  collect: [tube.collect, 5],
  reject: [tube.reject, 2],
  pack: [tube.pack, 10],
  dispatch: [tube.dispatch, 9],
  undispatch: [tube.undispatch, 1],
  cancelShipment: [tube.cancelShipment, 1],
  receive: [tube.receive, 14],
  generate: [bench.generate, 5],
  enter: [bench.enter, 18],
  callOut: [bench.callOut, 6],
  review: [signing('/api/review/testresults', [Entered], all, nothingMore), 7],
  approve: [signing('/api/approve/testresults', [Entered, Reviewed], all, nothingMore), 18],
  approveAmendment: [bench.approveAmendment, 3],
  release: [signing('/api/release/testresults', [Approved], all, () => ({ Remarks: 'Paid later' })), 14],
  repeat: [signing('/api/repeat/testresults', [Entered, Reviewed], isTyped, reasoned), 2],
  amend: [bench.amend, 2],
  withdraw: [bench.withdraw, 1],
  finish: [bench.finish, 6],
  addPaper: [seldom.addPaper, 3],
  chooseRun: [seldom.chooseRun, 3],
  hold: [seldom.hold, 1],
  takeOffHold: [seldom.takeOffHold, 2],
  giveUp: [seldom.giveUp, 1],
  rule: [seldom.rule, 2],
  approveNormal: [seldom.approveNormal, 4],
  addOn: [seldom.addOn, 2],
  turnInstrument: [seldom.turnInstrument, 2],
  keep: [seldom.keep, 2],
  merge: [merge.merge, 1],
  undoMerge: [merge.undoMerge, 2],
} satisfies Record<string, readonly [Step, number]>
export type StepName = keyof typeof steps
