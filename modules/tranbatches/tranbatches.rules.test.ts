// The money of a batch, who closes it and takes it over, and who sees what it should hold.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumAmounts } from '../../core/money.ts'
import { role } from '../../core/user.ts'
import { seesExpected } from './expected.rules.ts'
import { matrixOf, mayClose, mayTransfer } from './tranbatches.rules.ts'

const patient = { ClientType: 'Patient' }
const institution = { ClientType: 'Institution' }
const batch = {
  Transactions: [
    { PaymentModeId: 40, Amount: 100, Giver: patient },
    { PaymentModeId: 42, Amount: 50.5, Giver: patient },
    { PaymentModeId: 40, Amount: -20, Giver: patient },
    { PaymentModeId: 44, Amount: 1000, Giver: institution },
    { PaymentModeId: 44, Amount: 9999, Giver: institution, IsCancelled: true },
  ],
  Transfers: [{ PaymentModeId: 40, Amount: 300 }],
}

test('OPS-117 each cell is the sum of a payer type and a mode; a cancelled transaction counts nowhere, money taken over comes last', () => {
  expect(matrixOf(batch)).toEqual({
    modes: [40, 42, 44],
    rows: [
      { payer: 'Patient', amounts: [80, 50.5, 0], total: 130.5 },
      { payer: 'Institution', amounts: [0, 0, 1000], total: 1000 },
      { payer: 'Taken over', amounts: [300, 0, 0], total: 300 },
    ],
    totals: [380, 50.5, 1000],
    total: 1430.5,
  })
  expect(matrixOf({})).toEqual({ modes: [], rows: [], totals: [], total: 0 })
})
test('rows and columns add up to the same for any payments', () => {
  const row = fc.record({
    PaymentModeId: fc.integer({ min: 40, max: 49 }),
    Amount: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((paise) => paise / 100),
    Giver: fc.constantFrom(patient, institution),
  })
  fc.assert(
    fc.property(fc.array(row), (Transactions) => {
      const { rows, totals, total } = matrixOf({ Transactions })
      expect(sumAmounts(totals)).toBe(total)
      expect(sumAmounts(rows.map((one) => one.total))).toBe(total)
      // adjustments, insurer settlements and write-offs are in no batch
      const money = Transactions.filter((one) => one.PaymentModeId < 47)
      expect(sumAmounts(money.map((one) => one.Amount))).toBe(total)
    }),
  )
})

test('a batch is closed by its owner while it is open or refused, and taken over once by another user who records money', () => {
  const of = (Status: string) => ({ OwnerId: 1, OwnerRoleId: role.FrontDesk, Status })
  const [owner, other] = [
    { UserId: 1, RoleId: role.FrontDesk },
    { UserId: 2, RoleId: role.FrontDesk },
  ]
  expect([mayClose(of('Open'), owner).ok, mayClose(of('Recount'), owner).ok]).toEqual([true, true])
  expect(mayClose(of('Open'), other)).toMatchObject({ ok: false, code: 'not-owner' })
  for (const status of ['Closed', 'Unconfirmed', 'TakenOver'])
    expect(mayClose(of(status), owner)).toMatchObject({ ok: false, code: 'closed' })
  expect(mayTransfer(of('Closed'), other, true).ok).toBe(true)
  expect(mayTransfer(of('Closed'), owner, true)).toMatchObject({ ok: false, code: 'owner' })
  expect(mayTransfer(of('Open'), other, true)).toMatchObject({ ok: false, code: 'open' })
  expect(mayTransfer(of('Unconfirmed'), other, true)).toMatchObject({ ok: false, code: 'unconfirmed' })
  expect(mayTransfer(of('Recount'), other, true)).toMatchObject({ ok: false, code: 'recount' })
  expect(mayTransfer(of('TakenOver'), other, true)).toMatchObject({ ok: false, code: 'taken-over' })
  expect(mayTransfer(of('Closed'), other, false)).toMatchObject({ ok: false, code: 'no-money' })
})

test('money goes upwards: a desk takes over desks, accounts take over all, and a manager hands over to accounts only', () => {
  const takes = (OwnerRoleId: number | null, RoleId: number) =>
    mayTransfer({ OwnerId: 1, OwnerRoleId, Status: 'Closed' }, { UserId: 2, RoleId }, true).ok
  const owners = [role.FrontDesk, role.Accounts, role.BusinessManager, role.Administrator, null]
  expect(owners.map((owner) => takes(owner, role.FrontDesk))).toEqual([true, false, false, false, false])
  expect(owners.map((owner) => takes(owner, role.BusinessManager))).toEqual([true, true, false, false, true])
  expect(owners.map((owner) => takes(owner, role.Accounts))).toEqual([true, true, true, true, true])
})

test('supervisors and auditors see what an open batch should hold, unless they count it themselves', () => {
  const sees = (UserId: number, RoleId: number, CloseDate: string | null = null) =>
    seesExpected({ OwnerId: 1, CloseDate }, { UserId, RoleId })
  expect([sees(1, role.FrontDesk), sees(1, role.BusinessManager), sees(2, role.FrontDesk)]).toEqual([
    false,
    false,
    false,
  ])
  expect([sees(2, role.BusinessManager), sees(2, role.Accounts), sees(2, role.Auditor)]).toEqual([true, true, true])
  expect(sees(1, role.FrontDesk, '2026-04-01T12:00:00Z')).toBe(true)
})
