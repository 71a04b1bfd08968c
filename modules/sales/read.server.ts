// One sale with all data of its screen, built as JSON by one statement.
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { roundingOf } from './booking/rounding.server.ts'
import { invoice } from './receipts/shown.server.ts'
import { itemLabel, named } from './status/named.server.ts'
import { newestReport, steps } from './status/steps.server.ts'
import { tubes, work } from './status/way.server.ts'
import { legsOf } from './tubes/follow.server.ts'
import { keptStates } from '../elements/draw.rules.ts'
import { saleFields } from './sales.model.ts'
import { saleStatus } from '../lists/items.model.ts'

/** The columns of one client of the sale; null without one. A lookup by key, which no plan makes a sorted join. */
const clientOf = (alias: string, names: readonly string[], more?: Readonly<Record<string, Sql>>): Sql => sql`
  (
    select
      ${objectOf(alias, names, more)}
    from
      clients ${raw(alias)}
    where
      ${raw(`${alias}.client_id = sale.${alias}_id`)}
  )
`
const patient = clientOf(
  'patient',
  ['ClientId', 'Name', 'GenderId', 'BirthDate', 'BirthTime', 'IsActualBirthDay', 'MobilePhone', 'Area'],
  {
    Age: sql`age_years (patient.birth_date, sale.collection_date)`,
  },
)
const doctor = clientOf('referring_doctor', ['ClientId', 'Name', 'CanRefer', 'MaxDiscountForReferral'])
const seller = clientOf('seller', ['ClientId', 'Name', 'ClientTypeId', 'ParentId'])
const buyer = clientOf('buyer', ['ClientId', 'Name', 'ClientTypeId', 'PaymentTypeId'])
const referrer = clientOf('referrer', ['ClientId', 'Name'])

const workEntered = sql`
  exists (
    select
      1
    from
      work_items item
    where
      item.sale_id = sale.sale_id
      and item.result_id is not null
  )
`
// at any hop between the seller and the lab that performs
const legInvoiced = sql`
  exists (
    with recursive
      ${legsOf(sql`sale.sale_id`)}
    select
      1
    from
      legs
      join invoices invoice on invoice.invoice_id = legs.invoice_id
    where
      legs.status_id <> ${literal(saleStatus.Cancelled)}
      and not invoice.is_cancelled
  )
`

// what its net amount has in it of GST
const gstAmount = sql`
  case
    when exists (
      select
        1
      from
        sale_products line
      where
        line.sale_id = sale.sale_id
        and line.gst_rate is not null
    ) then gst_of_sale (sale.sale_id)
  end
`

// the price of the next party on the route, where there is one
const margin = sql`
  (
    select
      sale.net_amount - sum(below.net_amount)
    from
      sales below
    where
      below.base_sale_id = sale.sale_id
      and below.status_id <> ${literal(saleStatus.Cancelled)}
  )
`

// acts on it that wait for a second person
const askedFor = sql`
  case
    when exists (
      select
        1
      from
        requests request
      where
        request.module_id = 'sales'
        and request.form_id = sale.sale_id
        and request.state = 'waiting'
    ) then requests_about ('sales', sale.sale_id)
    else '[]'
  end
`

/** The sale as it is sent. */
export const readSale = (saleId: number): Sql => sql`
  select
    sale.sale_id as "SaleId",
    sale.patient_id as "PatientId",
    ${patient} as "Patient",
    sale.referring_doctor_id as "ReferringDoctorId",
    ${doctor} as "Doctor",
    sale.seller_id as "SellerId",
    ${seller} as "Seller",
    sale.buyer_id as "BuyerId",
    ${buyer} as "Buyer",
    sale.referrer_id as "ReferrerId",
    ${referrer} as "Referrer",
    ${shown('sale', [
      'LRN',
      'Remarks',
      'IsStat',
      ...keptStates,
      'SaleDate',
      'CollectionDate',
      'ReportDate',
      'PromisedAt',
    ])},
    ${rowsOf({ fields: saleFields, alias: 'sale', keyColumn: 'sale_id' }, 'SaleProducts')} as "SaleProducts",
    ${shown('sale', ['AddlDiscount', 'GrossAmount', 'Discount', 'IsRounded', 'NetAmount', 'Paid'])},
    ${roundingOf('sale')} as "Rounding",
    sale.net_amount - sale.paid as "Outstanding",
    ${gstAmount} as "GstAmount",
    ${margin} as "Margin",
    sale.status_id as "StatusId",
    json_build_object('ItemLabel', ${itemLabel(sql`sale.status_id`)}) as "SaleStatus",
    sale.base_sale_id as "BaseSaleId",
    sale.invoice_id as "InvoiceId",
    ${invoice} as "Invoice",
    sale.accession_no as "AccessionNo",
    sale.accession_date as "AccessionDate",
    sale.waits_because as "WaitsBecause",
    ${askedFor} as "AskedFor",
    tubes.list as "Samples",
    ${steps} as "Steps",
    ${named(sql`sale.created_by`)} as "Creater",
    sale.keeps_advance as "KeepsAdvance",
    ${workEntered} as "WorkEntered",
    report.created_at is not null as "ReportOut",
    ${legInvoiced} as "LegInvoiced",
    sale.report_on_cancel as "ReportOnCancel"
  from
    sales sale
    cross join lateral ${tubes} tubes
    cross join lateral ${work} work
    left join lateral ${newestReport} report on true
  where
    sale.sale_id = ${saleId}
`
