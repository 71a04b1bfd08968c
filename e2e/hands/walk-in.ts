// Types a walk-in bill by keys alone, from sign-in to labels, on a line of a given delay, and reads the stored bill.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isObject } from '../../core/same.ts'
import { sql } from '../../server/db/db.ts'
import { shows, type Journey } from './journey.ts'

/** Milliseconds between keys, and of the line each way; 0 means no delay. */
export type Pace = { readonly key: number; readonly line: number }

/** Keys without waiting for the screen: a text is typed, `{Tab}` is pressed. Only the time between keys passes. */
export const keys = async (page: Page, typed: string, delay: number): Promise<void> => {
  for (const [, named, text] of typed.matchAll(/\{([^}]+)\}|([^{]+)/g)) {
    if (named !== undefined) await page.keyboard.press(named, { delay: delay / 2 })
    else await page.keyboard.type(text ?? '', { delay })
    await page.waitForTimeout(delay)
  }
}

/** A line of 1 Mbit/s with this delay. */
export const slowLine = async (page: Page, delay: number): Promise<void> => {
  if (delay === 0) return
  const browser = await page.context().newCDPSession(page)
  const bytes = 1_000_000 / 8
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: delay,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
}

/** The stored sale with this number of the register. */
export const saleWith = async (here: Journey, lrn: string): Promise<Record<string, unknown> | undefined> => {
  const [sale] = await here.app.db.read.rows<Record<string, unknown>>(sql`
    select
      p.name,
      p.gender_id,
      p.mobile_phone,
      d.name as doctor,
      s.status_id,
      s.remarks,
      (
        select
          string_agg(
            x.code,
            ' '
            order by
              l.sequence
          )
        from
          sale_products l
          join products x using (product_id)
        where
          l.sale_id = s.sale_id
      ) as codes,
      (
        select
          string_agg(concat_ws(' ', t.payment_mode_id, t.amount, t.payment_ref, t.remarks), ', ')
        from
          transactions t
        where
          t.invoice_id = s.invoice_id
      ) as receipts
    from
      sales s
      join clients p on p.client_id = s.patient_id
      left join clients d on d.client_id = s.referring_doctor_id
    where
      s.lrn = ${lrn}
      and s.base_sale_id is null
  `)
  return sale
}

const letters = 'abcdefghij'
/** A unique name for each walk-in: a number spelt in letters. */
const surnameOf = (lrn: number): string =>
  `M${[...String(lrn)].map((figure) => letters[Number(figure)] ?? '').join('')}`

const templateIn = (body: unknown): number => (isObject(body) ? Number(body.templateId) : NaN)
/** Types the bill of a new walk-in; answers the expected and the stored bill. */
export const typeWalkIn = async (
  here: Journey,
  lrn: number,
  { key, line }: Pace,
): Promise<{ wanted: Record<string, unknown>; kept: Record<string, unknown> | undefined; papers: number }> => {
  // the last ticked papers are stored with the user: deletes them, so that each walk-in starts like the first
  await here.app.db.transaction((tx) => tx.run(sql`delete from preferences`))
  const { page } = await here.stranger({ viewport: { width: 1366, height: 768 }, fresh: true })
  const printed = new Set<number>()
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/print/sales/')
      printed.add(templateIn(request.postDataJSON()))
  })
  await slowLine(page, line)
  await page.goto('/login')
  await shows(page.getByRole('button', { name: 'Login', exact: true }))
  const name = `Zeenat Abdul ${surnameOf(lrn)}`
  const phone = `98${String(lrn).padStart(8, '0')}`
  // from here on keys are typed without waiting: signs in, a new sale
  await keys(page, 'frontdesk{Tab}aliquot-demo{Enter}{Alt+n}', key)
  // a new patient: name, female, age, phone
  await keys(page, `${name}{Alt+n}{Tab}{Space}{ArrowRight}{Tab}34{Tab}{Tab}{Tab}{Tab}${phone}{Alt+s}{Enter}`, key)
  // the doctor, the number of the register, a remark, three products
  await keys(page, `{Tab}Sawant{Enter}{Tab}{Tab}{Tab}${lrn}{Tab}Fasting since ten{Tab}{Tab}{Tab}{Tab}`, key)
  await keys(page, 'P001{Enter}PR03{Enter}P017{Enter}', key)
  // a payment by UPI with its reference
  await keys(page, `{Tab}u{Enter}500{Enter}4329${lrn}{Enter}`, key)
  // saved and accessioned; the bill and the labels together
  await keys(page, '{Alt+a}{Alt+p}{ArrowDown}{Space}{Enter}', key)
  await expect
    .poll(() => printed.size, { timeout: 45_000 })
    .toBe(2)
    .catch(() => undefined)
  const wanted = {
    Name: name,
    GenderId: 2,
    MobilePhone: phone,
    Doctor: 'Dr Nikhil Sawant',
    StatusId: 95,
    Remarks: 'Fasting since ten',
    Codes: 'P001 PR03 P017',
    Receipts: `42 500.00 4329${lrn}`,
  }
  return { wanted, kept: await saleWith(here, String(lrn)), papers: printed.size }
}
