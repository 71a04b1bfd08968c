// Plain books that a journey keeps beside the network, by hand, and what the screens of the accounts show: the same
// figures, in whole paise. They know only what was sold, paid and agreed on.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { openList } from '../../hands/sales-list.ts'
import { button, settles, shows } from '../../hands/journey.ts'

const paise = (rupees: number): number => Math.round(rupees * 100)
/** `₹1,234.50` as it is written on the screen. */
export const figure = (text: string): number => paise(Number(text.replace(/[^\d.-]/g, '')))

/** Accounts as the trial balance names them; a debit is above zero. */
export class PlainBooks {
  readonly accounts = new Map<string, number>()
  /** What each buyer owes. */
  readonly owed = new Map<string, number>()
  /** Rupees from one account to another. */
  post(debit: string, credit: string, rupees: number): void {
    for (const [account, amount] of [
      [debit, paise(rupees)],
      [credit, -paise(rupees)],
    ] as const)
      this.accounts.set(account, (this.accounts.get(account) ?? 0) + amount)
  }
  /** The same with a party on one side. */
  owes(party: string, other: string, rupees: number): void {
    this.post('Parties', other, rupees)
    this.owed.set(party, (this.owed.get(party) ?? 0) + paise(rupees))
  }
  pays(party: string, other: string, rupees: number): void {
    this.owes(party, other, -rupees)
  }
  /** Without the accounts of zero. */
  get balances(): Record<string, number> {
    return Object.fromEntries([...this.accounts].filter(([, amount]) => amount !== 0).sort())
  }
}

const titlesOf = (page: Page): Promise<string[]> => page.locator('thead th').allInnerTexts()
/** The text of a row by the titles of its columns. */
type Title = 'account' | 'balance' | 'closing balance'
const rowsOf = async (page: Page): Promise<{ readonly [T in Title]?: string }[]> => {
  const titles = (await titlesOf(page)).map((title) => title.trim().toLowerCase())
  const rows = await page
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll<HTMLElement>('td, th')].map((cell) => cell.innerText.trim())),
    )
  return rows.map((cells) => Object.fromEntries(cells.map((text, at) => [titles[at] ?? '', text])))
}

/** Asks a report from a day (dd-mm-yyyy) on. */
export const reportFrom = async (page: Page, report: string, day: string): Promise<void> => {
  await openList(page, report)
  const panel = page.getByRole('search', { name: 'Filter' })
  await panel.getByLabel('From Date', { exact: true }).fill(day)
  await button(panel, 'Search').click()
}

/** The trial balance on the screen is the plain books, and adds up to zero. */
export const expectTrialBalance = async (page: Page, books: PlainBooks, day: string): Promise<void> => {
  await reportFrom(page, 'trialbalance', day)
  const shown = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await rowsOf(page))
        .map(({ account = '', 'closing balance': closing = '' }): [string, number] => [account, figure(closing)])
        .filter(([, amount]) => amount !== 0)
        .sort(),
    )
  await settles(shown, books.balances)
  const totals = page.getByRole('status', { name: 'Totals' })
  await shows(totals)
  expect(await totals.innerText()).toContain('Closing Balance ₹0.00')
}

/** The last line of a buyer's ledger is what the plain books say that it owes. */
export const expectOwed = async (page: Page, books: PlainBooks, buyer: string): Promise<void> => {
  await openList(page, 'partyledger')
  const panel = page.getByRole('search', { name: 'Filter' })
  await panel.getByLabel('Buyer', { exact: true }).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }))
  await page.keyboard.type(buyer)
  await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: buyer }))
  await page.keyboard.press('Enter')
  await button(panel, 'Search').click()
  const closing = async (): Promise<number | undefined> => {
    const last = (await rowsOf(page)).find((row) => Object.values(row).includes('Closing'))
    return last && figure(last.balance ?? '')
  }
  await settles(closing, books.owed.get(buyer) ?? 0)
}

/** What is left to pay of the invoice on screen. */
export const outstanding = async (page: Page): Promise<number> =>
  figure(
    await page
      .locator('[aria-label="Invoice"]')
      .locator('.field', { hasText: 'Outstanding' })
      .innerText()
      .then((text) => text.replace('Outstanding', '')),
  )

/** The account that a ledger in Tally is of. */
const accountOf = (ledger: string): string => {
  if (ledger === 'Money in hand') return 'Money'
  const bank = /^(.*) \(\d{9,}\)$/.exec(ledger)?.[1]
  if (bank !== undefined) return `Bank: ${bank}`
  return /^Patients$|\(\d+\)$/.test(ledger) ? 'Parties' : ledger
}
/** What the vouchers of a file for Tally add up to, by account; each voucher is balanced. A debit is above zero. */
export const accountsOfVouchers = (xml: string): Record<string, number> => {
  const sums = new Map<string, number>()
  for (const [, voucher = ''] of xml.matchAll(/<VOUCHER .*?>(.*?)<\/VOUCHER>/gs)) {
    let left = 0
    for (const [, ledger = '', amount = ''] of voucher.matchAll(
      /<LEDGERNAME>(.*?)<\/LEDGERNAME>.*?<AMOUNT>(.*?)<\/AMOUNT>/gs,
    )) {
      const debit = -paise(Number(amount))
      left += debit
      sums.set(accountOf(ledger), (sums.get(accountOf(ledger)) ?? 0) + debit)
    }
    expect([voucher, left]).toEqual([voucher, 0])
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).sort())
}
