// A row as the decisions see it: held, awaited, cancelled or released, and which inputs of a formula are open.
import { describe, expect, test } from 'vitest'
import { resultType, saleStatus } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { anInterval, aRow, eAg } from './entry.fixture.ts'
import { asApproved, asJudged, asPicked, asWorkItem, judge, judgeSale } from './entry.rules.ts'
import { readEntry } from './typed.rules.ts'
import { mayPutBack, statusOfTyped, valuedOf } from './follow.rules.ts'

type Sale = ResultRow['Sale']
const waits = {} as NonNullable<ResultRow['Amendment']>

test('a reason counts only for a hold', () => {
  const Reason = { ItemLabel: 'Reagent out of stock' } as ResultRow['Reason']
  expect(asWorkItem(aRow({ StatusId: 156, Reason })).HeldFor).toBe('Reagent out of stock')
  expect(asWorkItem(aRow({ StatusId: 156, Reason: null as never })).HeldFor).toBeNull()
  expect(asWorkItem(aRow({ StatusId: 157, Reason })).HeldFor).toBeNull()
})

test('a tube is awaited until it is received, but not that of an outside lab; its paper is awaited instead', () => {
  const at = (some: Partial<ResultRow>) => {
    const { TubeAwaited, PaperAwaited } = asWorkItem(aRow({ OutsideLab: 'Metropolis', HasPaper: false, ...some }))
    return [TubeAwaited, PaperAwaited]
  }
  const ReceivedDate = '2026-11-22T04:00:00Z'
  expect(at({ ReceivedDate: null, KeeperId: null })).toEqual([true, null])
  expect(at({ ReceivedDate, KeeperId: null })).toEqual([false, null])
  expect(at({ ReceivedDate: null, KeeperId: 2 })).toEqual([false, 'Metropolis'])
  expect(at({ ReceivedDate: null, KeeperId: 2, HasPaper: true })).toEqual([false, null])
})

test('a cancelled sale and a formula without a value are marked', () => {
  const ofSale = (StatusId: number) => asWorkItem(aRow({ Sale: { StatusId } as Sale })).SaleIsCancelled
  expect([ofSale(saleStatus.Cancelled), ofSale(saleStatus.Accessioned)]).toEqual([true, false])
  expect(asWorkItem({ ...eAg, NotCalculated: 'Division by zero' }).NotCalculated).toBe(true)
  expect(asWorkItem(eAg).NotCalculated).toBe(false)
})

describe('approval', () => {
  const formula = { ...eAg, Result: '128', StatusId: 151 }
  const openOf = (...others: ResultRow[]) => asApproved(formula, [...others, formula], new Set()).OpenInputs

  test('an input is open until it is signed, and again while an amendment of it waits', () => {
    expect(openOf(aRow({ StatusId: 151 }))).toEqual(['Potassium'])
    for (const StatusId of [153, 154, 159]) expect([StatusId, openOf(aRow({ StatusId }))]).toEqual([StatusId, []])
    expect(openOf(aRow({ StatusId: 154, Amendment: waits }))).toEqual(['Potassium'])
    expect(openOf(aRow({ StatusId: 151, NotCalculated: 'Division by zero' }))).toEqual([])
  })
  test('inputs are those of its own sale', () => {
    expect(openOf(aRow({ StatusId: 151, SaleId: 8 }))).toEqual([])
    expect(asApproved(aRow({ StatusId: 151 }), [aRow({ StatusId: 151 })], new Set()).OpenInputs).toEqual([])
  })
  test('a test is released once one of its results is, not one of another test', () => {
    const other = aRow({ WorkItemId: 3, ElementId: 12, StatusId: 154 })
    const out = (...rows: ResultRow[]) => asApproved(aRow({ TestId: 7 }), rows, new Set()).TestIsOut
    expect(out(aRow({ TestId: 7 }), { ...other, TestId: 7 })).toBe(true)
    expect(out(aRow({ TestId: 7 }), { ...other, TestId: 8 })).toBe(false)
    expect(out({ ...other, TestId: 7, StatusId: 153 })).toBe(false)
  })
  test('a status sent with a new value applies to the new value; without one to the old', () => {
    const row = aRow({ Result: '4.6', Flag: 'N' })
    const version = { judged: judge(row, '7.4'), StatusId: 151 }
    expect(asPicked(row, [row], new Set(), version, { UserId: 9 })).toMatchObject({ Result: '7.4', Flag: 'HH' })
    expect(asPicked(row, [row], new Set(), undefined, { UserId: 9 })).toMatchObject({ Result: '4.6', Flag: 'N' })
  })
})

test('a judged result retains its interval, if it had one', () => {
  const kept = { ElementMeasurementId: 7, LowValue: 3, HighValue: 5, CriticallyLowValue: 2, CriticallyHighValue: 7 }
  expect(asJudged(aRow({ ...kept, PrintableRange: '3-5', Result: '4', Flag: 'N' }))).toMatchObject({
    Result: '4',
    Flag: 'N',
    Range: { ...kept, PrintableRange: '3-5' },
  })
  expect(asJudged(aRow({ ElementMeasurementId: null })).Range).toBeNull()
})

test('a value is abnormal where its element lists it as such', () => {
  const picked = aRow({
    resultTypeId: resultType.PossibleValues,
    PossibleValues: 'Absent|Trace|Present',
    Measurements: [],
  })
  expect(judge({ ...picked, AbnormalValues: 'Trace|Present' }, 'Present').Flag).toBe('A')
  expect(judge({ ...picked, AbnormalValues: 'Trace|Present' }, 'Absent').Flag).toBe('N')
})

test('a text of 20,000 characters is taken, one more is not; a value of a type without choices is any text', () => {
  const note = aRow({ resultTypeId: resultType.Narrative, Result: 'before' })
  expect(readEntry(note, 'x'.repeat(20_000)).Result).toHaveLength(20_000)
  expect(readEntry(note, 'x'.repeat(20_001))).toEqual({ Result: 'before', refused: 'Longer than 20000 characters' })
  expect(readEntry(aRow({ resultTypeId: resultType.PossibleValues }), 'Pale').Result).toBe('Pale')
  expect(readEntry(aRow({ resultTypeId: resultType.ShortText, PossibleValues: 'Clear' }), 'Pale').Result).toBe('Pale')
})

describe('a sale that is judged', () => {
  const asks = (Formula: string, GenderId: number | null, PatientAge: number | null) =>
    judgeSale([aRow({ Result: '4', GenderId, PatientAge }), { ...eAg, Formula, GenderId, PatientAge }], new Map()).get(
      2,
    )

  test('formulas know the sex and the age of the person, or wait for them', () => {
    const bySex = 'IF(SEX == "F", {10} * 2, {10} * 3)'
    expect([asks(bySex, 1, 46)?.Result, asks(bySex, 2, 46)?.Result]).toEqual(['12', '8'])
    expect(asks('AGE + {10}', 1, 46)?.Result).toBe('50')
    expect(asks('AGE + {10}', 1, null)).toMatchObject({ Result: null, NotCalculated: null })
  })
  test('an earlier calculated value is no input of the next formula: it is recalculated', () => {
    const next = aRow({ WorkItemId: 3, ElementId: 12, DecimalPlaces: 0, Formula: '{11} * 2' })
    const rows = [aRow({ Result: '6.1' }), { ...eAg, Result: '999' }, next]
    expect(judgeSale(rows, new Map()).get(3)?.Result).toBe('257')
    expect(judgeSale(rows, new Map([[1, null]])).get(3)).toMatchObject({ Result: null, NotCalculated: null })
  })
  test('a typed value is judged by its interval', () => {
    expect(judgeSale([aRow({ Measurements: [anInterval()] })], new Map([[1, '7.4']])).get(1)).toMatchObject({
      Result: '7.4',
      Flag: 'HH',
    })
  })
})

describe('the change of a judged row', () => {
  const judged = judge(aRow(), '4.6')
  test('none where the result is the same; else its status follows', () => {
    expect(valuedOf(aRow({ Result: '4.6' }), judged)).toBeUndefined()
    expect(valuedOf(aRow(), judge(aRow(), null))).toBeUndefined()
    expect(valuedOf(aRow({ Result: '4.5', StatusId: 151 }), judged)).toEqual({ judged, StatusId: 151 })
    expect(valuedOf(aRow({ Result: '4.5' }), judge(aRow(), null))).toMatchObject({ StatusId: 150 })
  })
  test('a value typed into a held result leaves it on hold', () => {
    expect(statusOfTyped(aRow({ StatusId: 156 }), judged)).toBe(156)
    expect(statusOfTyped(aRow({ StatusId: 155 }), judged)).toBe(151)
    expect(statusOfTyped(aRow(), judge(aRow(), null))).toBe(150)
  })
  test('a formula adds its value while it follows, and none once it is released, held or not performed', () => {
    const value = judge(eAg, '128')
    for (const StatusId of [150, 151, 152, 153, 155, 158])
      expect(valuedOf({ ...eAg, StatusId }, value)).toEqual({ judged: value, StatusId: 151 })
    for (const StatusId of [154, 156, 157]) expect(valuedOf({ ...eAg, StatusId }, value)).toBeUndefined()
  })
})

test('a value can be put back while no released result of its sale is calculated from it', () => {
  const rows = (StatusId: number, SaleId = 9) => [
    aRow({ Result: '6.1', StatusId: 151 }),
    { ...eAg, Result: '128', StatusId, SaleId },
  ]
  expect(mayPutBack(rows(151), [1])).toEqual({ ok: true })
  expect(mayPutBack(rows(154), [1])).toMatchObject({
    ok: false,
    reason: 'eAG is reported and uses this value; release this value, then amend it',
  })
  expect(mayPutBack(rows(154, 8), [1]).ok).toBe(true)
  expect(mayPutBack(rows(154), []).ok).toBe(true)
})
