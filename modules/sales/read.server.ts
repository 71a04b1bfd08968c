// One sale with all data of its screen, built as JSON by one statement.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { roundingOf } from './booking/rounding.server.ts'
import { invoice } from './receipts/shown.server.ts'
import { steps } from './status/steps.server.ts'
import { tubes, work } from './status/way.server.ts'
import { legsOf } from './tubes/follow.server.ts'
import { keptStates } from '../elements/draw.rules.ts'
import { saleFields } from './sales.model.ts'
import { saleStatus } from '../lists/items.model.ts'

const patient = objectOf(
  'patient',
  ['ClientId', 'Name', 'GenderId', 'BirthDate', 'BirthTime', 'IsActualBirthDay', 'MobilePhone', 'Area'],
  {
    Age: sql`age_years (patient.birth_date, sale.collection_date)`,
  },
)
const doctor = objectOf('doctor', ['ClientId', 'Name', 'CanRefer', 'MaxDiscountForReferral'])
const seller = objectOf('seller', ['ClientId', 'Name', 'ClientTypeId', 'ParentId'])
const buyer = objectOf('buyer', ['ClientId', 'Name', 'ClientTypeId', 'PaymentTypeId'])

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
const reportOut = sql`
  exists (
    select
      1
    from
      reports report
    where
      report.sale_id = sale.sale_id
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
  (
    select
      sum(supply.tax)
    from
      sale_supplies supply
    where
      supply.sale_id = sale.sale_id
    having
      bool_or(supply.is_taxed)
  )
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
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'RequestId',
            request.request_id,
            'What',
            request.what,
            'AskedBy',
            asker.full_name,
            'Deciders',
            (
              select
                string_agg(
                  lower(decider.role_name),
                  ' or '
                  order by
                    decider.role_id desc
                )
              from
                roles decider
              where
                decider.role_id = any (request.role_ids)
            )
          )
          order by
            request.request_id
        ),
        '[]'
      )
    from
      requests request
      join request_states reached using (request_id)
      join users asker on asker.user_id = request.asked_by_id
    where
      request.module_id = 'sales'
      and request.form_id = sale.sale_id
      and reached.state = 'waiting'
      -- the index has these alone
      and request.state = 'waiting'
  )
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
    case
      when referrer.client_id is not null then json_build_object('ClientId', referrer.client_id, 'Name', referrer.name)
    end as "Referrer",
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
    json_build_object('ItemLabel', status.item_label) as "SaleStatus",
    sale.base_sale_id as "BaseSaleId",
    sale.invoice_id as "InvoiceId",
    ${invoice} as "Invoice",
    sale.accession_no as "AccessionNo",
    sale.accession_date as "AccessionDate",
    sale.waits_because as "WaitsBecause",
    ${askedFor} as "AskedFor",
    tubes.list as "Samples",
    ${steps} as "Steps",
    person.full_name as "Creater",
    sale.keeps_advance as "KeepsAdvance",
    ${workEntered} as "WorkEntered",
    ${reportOut} as "ReportOut",
    ${legInvoiced} as "LegInvoiced",
    sale.report_on_cancel as "ReportOnCancel"
  from
    sales sale
    join clients patient on patient.client_id = sale.patient_id
    join clients doctor on doctor.client_id = sale.referring_doctor_id
    join clients seller on seller.client_id = sale.seller_id
    join clients buyer on buyer.client_id = sale.buyer_id
    left join clients referrer on referrer.client_id = sale.referrer_id
    left join list_items status on status.list_item_id = sale.status_id
    left join users person on person.user_id = sale.created_by
    cross join lateral ${tubes} tubes
    cross join lateral ${work} work
  where
    sale.sale_id = ${saleId}
`
