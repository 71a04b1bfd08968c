// Many invoices in one file, in the requested order, made one after the other by a job.
import { dayOf } from '../../../core/dates.ts'
import { json as jsonField } from '../../../core/model.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Database } from '../../../server/db/db.ts'
import { writeAccess } from '../../../server/door/audit.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { jobOf } from '../../../server/job.ts'
import { addJob } from '../../../server/jobs/add.ts'
import { joinedPdf } from '../../../server/print/joined.ts'
import { invalid, notFound, refused } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { invoicesToPrint } from '../answers/answers.model.ts'
import { invoices, type Invoice } from '../invoices.model.ts'
import { mostPrinted } from '../invoices.rules.ts'
import { readInvoice } from '../read.server.ts'
import { invoiceScope } from '../scope.server.ts'
import { invoiceCopy } from './print.server.ts'

/** Those of the keys that are inside the scope of the user, in the requested order. */
const inScope = async (db: Database, user: Caller, ids: readonly number[]): Promise<number[]> => {
  const rows = await db.read.rows<{ Id: number }>(sql`
    select
      invoice.invoice_id as id
    from
      invoices invoice
    where
      invoice.invoice_id = any (${[...ids]})
      and (${invoiceScope(user)})
  `)
  const there = new Set(rows.map(({ Id }) => Id))
  return ids.filter((id) => there.has(id))
}

const counted = (count: number): string => (count === 1 ? '1 invoice' : `${count} invoices`)

export const printInvoices = jobOf({
  name: 'print-invoices',
  summary: 'Printing of invoices',
  payload: { InvoiceIds: jsonField<number[]>('Invoices') },
  run: async ({ db, user, payload, progress, isStopped }) => {
    const asked = payload.InvoiceIds ?? []
    const ids = await inScope(db, user, asked)
    const papers: Uint8Array[] = []
    for (const [at, id] of ids.entries()) {
      progress(at, ids.length, 'Printing invoices')
      if (await isStopped()) return { message: 'Cancelled' }
      const invoice = await db.read.one<Invoice>(readInvoice(id))
      if (!mayByPermit(user, invoices.id, 'print', invoice)) continue
      papers.push((await invoiceCopy(db, user, invoice)).pdf)
      await db.transaction((tx) => writeAccess(tx, user, 'print', invoices.id, id))
    }
    progress(ids.length, ids.length)
    if (papers.length === 0) throw refused('You can no longer print any of these invoices')
    const gone = asked.length - papers.length
    return {
      message: `${counted(papers.length)} printed`,
      errors: gone === 0 ? [] : [`${counted(gone)} you can no longer print`],
      file: {
        name: `invoices-${dayOf(new Date())}.pdf`,
        mediaType: 'application/pdf',
        bytes: await joinedPdf('Invoices', papers),
      },
    }
  },
})

export const printManyInvoices = routeOf({
  method: 'POST',
  ...invoicesToPrint,
  access: { module: invoices.id, permit: 'print' },
  scope: 'invoices inside the scope of the module, checked again for each when it is printed',
  summary: `Print up to ${mostPrinted} invoices into one file`,
  body: { InvoiceIds: jsonField<number[]>('Invoices') },
  handler: async ({ db, user, body: { InvoiceIds } }) => {
    const isKeys = Array.isArray(InvoiceIds) && InvoiceIds.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)
    if (!isKeys || InvoiceIds.length === 0) throw invalid({ InvoiceIds: ['Choose at least one invoice'] })
    const ids = [...new Set(InvoiceIds)]
    if (ids.length > mostPrinted) throw refused(`${mostPrinted} invoices can be printed at a time`)
    // a missing invoice and another's get the same answer
    if ((await inScope(db, user, ids)).length < ids.length) throw notFound()
    const id = await db.transaction((tx) =>
      addJob(tx, user, printInvoices, { InvoiceIds: ids }, { module: invoices.id, formId: null }),
    )
    return json({ JobRunId: id, message: `${counted(ids.length)} to print` }, 202)
  },
})
