// The state machine: derived statuses, locks, and every move with its reason.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cancelItemText,
  cancelNeedsReason,
  cancelSaleText,
  deriveLineStatus,
  deriveSaleStatus,
  mayAccession,
  mayCancelItem,
  mayCancelSale,
  mayEdit,
  mayReaccession,
  mayUnlock,
  accessionQuestion,
  saleStateOf,
  testStatusValue,
} from './status.rules.ts'
import { aSale, frozen } from './sale-state.fixture.ts'
import type { LineWork } from './status.rules.ts'

const aLine = (some: Partial<LineWork> = {}): LineWork => ({
  StatusId: 101,
  isCharge: false,
  accessioned: true,
  samples: [],
  workItems: [],
  ...some,
})

test('OPS-142 OPS-319 test status values: 10 for a new line, -10 for a cancelled one', () => {
  expect([100, 101, 104, 109].map(testStatusValue)).toEqual([-10, 10, 40, 90])
})

describe('status of a line', () => {
  test('follows its samples, then its work', () => {
    expect(deriveLineStatus(aLine())).toBe(101)
    expect(deriveLineStatus(aLine({ samples: [116] }))).toBe(102)
    expect(deriveLineStatus(aLine({ samples: [116, 115] }))).toBe(101)
    expect(deriveLineStatus(aLine({ samples: [120, 121] }))).toBe(103)
    expect(deriveLineStatus(aLine({ samples: [121] }))).toBe(104)
    expect(deriveLineStatus(aLine({ samples: [122] }))).toBe(101)
    const work = (...workItems: number[]) => deriveLineStatus(aLine({ samples: [121], workItems }))
    expect([work(150), work(150, 151), work(151, 153), work(152), work(153, 154), work(154, 159), work(155)]).toEqual([
      104, 105, 106, 107, 108, 109, 105,
    ])
    expect([work(157, 154), work(157), work(157, 150)]).toEqual([109, 109, 104])
    // work that no report mentions yet is still to be released, even if little of it was performed
    const unsaid = (...workItems: number[]) => deriveLineStatus(aLine({ samples: [121], workItems, isUnsaid: true }))
    expect([unsaid(157, 154), unsaid(157), unsaid(157, 150), unsaid(157, 151)]).toEqual([108, 108, 104, 106])
    expect(deriveLineStatus(aLine({ workItems: [150], onWorkSheet: true }))).toBe(105)
  })

  test('a charge is done at accession, a cancelled line remains cancelled', () => {
    expect(deriveLineStatus(aLine({ isCharge: true }))).toBe(109)
    expect(deriveLineStatus(aLine({ isCharge: true, accessioned: false }))).toBe(101)
    expect(deriveLineStatus(aLine({ StatusId: 100, workItems: [154] }))).toBe(100)
  })

  test('further work never moves a line back', () => {
    const steps = [150, 151, 152, 153, 154]
    const stage = fc.integer({ min: 0, max: 4 })
    fc.assert(
      fc.property(fc.array(fc.tuple(stage, stage), { minLength: 1, maxLength: 6 }), (pairs) => {
        const at = (pick: (pair: readonly [number, number]) => number) =>
          deriveLineStatus(aLine({ workItems: pairs.map((pair) => steps[pick(pair)] ?? 150) }))
        expect(at(([a, b]) => Math.min(a, b))).toBeLessThanOrEqual(at(([a, b]) => Math.max(a, b)))
      }),
    )
  })
})

describe('status of a sale', () => {
  const sale = (accessioned: boolean, lines: number[], samples: number[] = []) =>
    deriveSaleStatus({ accessioned, lines: lines.map((StatusId) => ({ StatusId })), samples })

  test('OPS-140 before accession it is booked, partly collected or collected', () => {
    expect(sale(false, [101, 101])).toBe(92)
    expect(sale(false, [101, 102])).toBe(93)
    expect(sale(false, [102, 102])).toBe(94)
    expect([sale(false, [101], [115]), sale(false, [101], [115, 116]), sale(false, [101], [116, 116])]).toEqual([
      92, 93, 94,
    ])
    expect(deriveSaleStatus({ accessioned: false, quotation: true, lines: [{ StatusId: 101 }], samples: [] })).toBe(91)
  })

  test('after accession it follows its lines', () => {
    expect(sale(true, [101, 104])).toBe(95)
    expect(sale(true, [101, 105])).toBe(96)
    expect(sale(true, [109, 105])).toBe(97)
    expect(sale(true, [108, 108])).toBe(98)
    expect(sale(true, [108, 107])).toBe(96)
    expect(sale(true, [109, 100])).toBe(99)
    expect(sale(true, [100, 100])).toBe(90)
  })

  test('a charge, done at accession, has no report', () => {
    const lines = [{ StatusId: 109, isCharge: true }, { StatusId: 104 }]
    expect(deriveSaleStatus({ accessioned: true, lines, samples: [] })).toBe(95)
    expect(deriveSaleStatus({ accessioned: true, lines: [{ StatusId: 109, isCharge: true }], samples: [] })).toBe(99)
  })

  test('cancelled lines count in nothing, and an accessioned sale is at 95 or above', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 101, max: 109 }), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 3 }),
        fc.boolean(),
        (live, cancelled, accessioned) => {
          const status = sale(accessioned, live)
          expect(sale(accessioned, [...live, ...Array.from({ length: cancelled }, () => 100)])).toBe(status)
          expect(status >= 95).toBe(accessioned)
        },
      ),
    )
  })
})

describe('moves', () => {
  test('accession, once; re-accession from 95; neither on a derived or cancelled sale', () => {
    expect(mayAccession(aSale()).ok).toBe(true)
    expect(mayAccession(aSale({ StatusId: 95 }))).toMatchObject({ ok: false, code: 'accessioned' })
    expect(mayAccession(aSale({ StatusId: 91 }))).toEqual({
      ok: false,
      reason: 'The sale is a quotation; book it first',
      code: 'quotation',
    })
    expect(mayAccession(aSale({ SaleProducts: [{ StatusId: 100 }] }))).toEqual({
      ok: false,
      reason: 'Sale must have at least 1 product',
      at: 'SaleProducts',
      code: 'no-products',
    })
    expect(mayReaccession(aSale({ StatusId: 95 })).ok).toBe(true)
    expect(mayReaccession(aSale({ StatusId: 94 }))).toMatchObject({ ok: false, code: 'not-accessioned' })
    for (const may of [mayAccession, mayReaccession]) {
      expect(may(aSale({ StatusId: 95, BaseSaleId: 1 }))).toMatchObject({ ok: false, code: 'follows' })
      expect(may(aSale({ StatusId: 90 }))).toEqual({ ok: false, reason: 'The sale is cancelled', code: 'cancelled' })
    }
  })

  test('OPS-157 unlock is refused once a result is entered or a derived sale is invoiced', () => {
    const accessioned = aSale({ StatusId: 95 })
    expect(mayUnlock(accessioned).ok).toBe(true)
    expect(mayUnlock({ ...accessioned, WorkEntered: true })).toEqual({
      ok: false,
      reason: 'Results are entered already',
      code: 'work-begun',
    })
    expect(mayUnlock({ ...accessioned, LegInvoiced: true })).toEqual({
      ok: false,
      reason: 'The lab has invoiced this sale already',
      code: 'invoiced',
    })
    expect(mayUnlock(aSale())).toEqual({ ok: false, reason: 'The sale is not accessioned', code: 'not-accessioned' })
    expect(mayUnlock(aSale({ StatusId: 95, BaseSaleId: 3 })).ok).toBe(false)
  })

  test('OPS-144 OPS-145 an item is cancelled from test status 1 to 40 only', () => {
    const cancellable = [100, 101, 102, 103, 104, 105, 106, 107, 108, 109].filter(
      (StatusId) => mayCancelItem(aSale(), { StatusId }).ok,
    )
    expect(cancellable).toEqual([101, 102, 103, 104])
    expect(mayCancelItem(aSale(), { StatusId: 105 })).toEqual({
      ok: false,
      reason: 'Work on the item has started',
      code: 'work-begun',
    })
    expect(mayCancelItem(aSale(), { StatusId: 100 })).toMatchObject({ ok: false, code: 'cancelled' })
  })

  test('a sale is cancelled once, and not while it is on an invoice of several', () => {
    expect(mayCancelSale(aSale(), 5).ok).toBe(true)
    expect(mayCancelSale(aSale({ StatusId: 90 }), 5)).toEqual({
      ok: false,
      reason: 'The sale is already cancelled',
      code: 'cancelled',
    })
    expect(mayCancelSale(aSale({ Invoice: frozen('A/26-27/000002') }), 5)).toEqual({
      ok: false,
      reason: 'The sale is on invoice A/26-27/000002; cancel that invoice first',
      code: 'invoiced',
    })
  })

  test('from 97 on a sale is cancelled by role id 3 or lower only, with a reason', () => {
    for (const StatusId of [92, 95, 96])
      expect([mayCancelSale(aSale({ StatusId }), 5).ok, cancelNeedsReason({ StatusId })]).toEqual([true, false])
    for (const StatusId of [97, 98, 99]) {
      expect([1, 2, 3, 4, 5].map((role) => mayCancelSale(aSale({ StatusId }), role).ok)).toEqual([
        true,
        true,
        true,
        false,
        false,
      ])
      expect(mayCancelSale(aSale({ StatusId }), 4)).toMatchObject({ code: 'reported' })
      expect(cancelNeedsReason({ StatusId })).toBe(true)
    }
  })

  test('an unknown fact of a sale is no yes: the refusal names it', () => {
    const seen = saleStateOf({ StatusId: 95, SaleProducts: [{ StatusId: 104 }] })
    expect(seen).toMatchObject({
      Invoice: 'unknown',
      LegInvoiced: 'unknown',
      WorkEntered: 'unknown',
      ReportOut: 'unknown',
    })
    expect(mayUnlock(seen)).toEqual({
      ok: false,
      reason: 'Cannot tell whether results are entered; reload the sale',
      code: 'unknown',
    })
    expect(mayUnlock({ ...seen, WorkEntered: false })).toMatchObject({ ok: false, code: 'unknown' })
    expect(mayUnlock({ ...seen, WorkEntered: false, LegInvoiced: false }).ok).toBe(true)
    for (const decision of [mayCancelSale(seen, 1), mayCancelItem(seen, { StatusId: 104 })])
      expect(decision).toEqual({
        ok: false,
        reason: 'Cannot tell whether the sale is on an invoice; reload the sale',
        code: 'unknown',
      })
  })

  test('button, server and history read one state of the sale: its own invoice locks no item', () => {
    const sale = {
      StatusId: 95,
      SaleProducts: [{ StatusId: 104 }],
      Invoice: { InvoiceNo: 'NCL/26-27/000001', IsSingleSale: true },
    }
    expect(mayCancelItem(saleStateOf(sale), { StatusId: 104 }).ok).toBe(true)
    const billed = { ...sale, Invoice: { InvoiceNo: 'NCL/26-27/000002', IsSingleSale: false } }
    expect(mayCancelItem(saleStateOf(billed), { StatusId: 104 })).toEqual({
      ok: false,
      reason: 'The sale is on invoice NCL/26-27/000002; cancel that invoice first',
      code: 'invoiced',
    })
  })

  test('a cancelled sale is not edited or moved', () => {
    const cancelled = aSale({ StatusId: 90 })
    for (const decision of [mayEdit(cancelled), mayUnlock(cancelled), mayCancelItem(cancelled, { StatusId: 101 })])
      expect(decision.ok).toBe(false)
  })
})

test('OPS-148 OPS-311 OPS-312 the texts of the confirmations', () => {
  expect(cancelSaleText({ StatusId: 94 })).toBe('Are you sure that you want to cancel this sale ?')
  expect(cancelSaleText({ StatusId: 95 })).toBe(
    "Are you sure that you want to cancel this sale ? The sale is accessioned. Cancelling it does not cancel the accession or the lab's invoices; you may still receive an invoice from the lab.",
  )
  expect(cancelItemText({ Code: 'P001', Name: 'CBC' })).toBe('Are you sure that you want to cancel P001: CBC ?')
  expect(accessionQuestion({ StatusId: 94 })).toBeUndefined()
  expect(accessionQuestion({ StatusId: 95 })).toBe('Are you sure that you want to accession this sale again ?')
})
