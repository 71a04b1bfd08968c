// One sale with all data of its screen, built as JSON by one statement.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { roundingOf } from './booking/rounding.server.ts'
import { invoice } from './receipts/shown.server.ts'
import { steps } from './status/steps.server.ts'
import { tubes, work } from './status/way.server.ts'
import { legsOf } from './tubes/follow.server.ts'
import { stateNames } from '../elements/draw.rules.ts'
import { saleFields } from './sales.model.ts'
import { saleStatus } from '../lists/items.model.ts'

const patient = objectOf(
  'p',
  ['ClientId', 'Name', 'GenderId', 'BirthDate', 'BirthTime', 'IsActualBirthDay', 'MobilePhone', 'Area'],
  {
    Age: sql`age_years (p.birth_date, s.collection_date)`,
  },
)
const doctor = objectOf('d', ['ClientId', 'Name', 'CanRefer', 'MaxDiscountForReferral'])
const seller = objectOf('se', ['ClientId', 'Name', 'ClientTypeId', 'ParentId'])
const buyer = objectOf('b', ['ClientId', 'Name', 'ClientTypeId', 'PaymentTypeId'])

const workEntered = sql`
  exists (
    select
      1
    from
      work_items w
    where
      w.sale_id = s.sale_id
      and w.result_id is not null
  )
`
const reportOut = sql`
  exists (
    select
      1
    from
      reports o
    where
      o.sale_id = s.sale_id
  )
`
// at any hop between the seller and the lab that performs
const legInvoiced = sql`
  exists (
    with recursive
      ${legsOf(sql`s.sale_id`)}
    select
      1
    from
      legs
      join invoices i on i.invoice_id = legs.invoice_id
    where
      legs.status_id <> ${literal(saleStatus.Cancelled)}
      and not i.is_cancelled
  )
`

// the price of the next party on the route, where there is one
const margin = sql`
  (
    select
      s.net_amount - sum(d.net_amount)
    from
      sales d
    where
      d.base_sale_id = s.sale_id
      and d.status_id <> ${literal(saleStatus.Cancelled)}
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
            q.request_id,
            'What',
            q.what,
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
                decider.role_id = any (q.role_ids)
            )
          )
          order by
            q.request_id
        ),
        '[]'
      )
    from
      requests q
      join request_states reached using (request_id)
      join users asker on asker.user_id = q.asked_by_id
    where
      q.module_id = 'sales'
      and q.form_id = s.sale_id
      and reached.state = 'waiting'
      -- the index has these alone
      and q.state = 'waiting'
  )
`

/** The sale as it is sent. */
export const readSale = (saleId: number): Sql => sql`
  select
    s.sale_id as "SaleId",
    s.patient_id as "PatientId",
    ${patient} as "Patient",
    s.referring_doctor_id as "ReferringDoctorId",
    ${doctor} as "Doctor",
    s.seller_id as "SellerId",
    ${seller} as "Seller",
    s.buyer_id as "BuyerId",
    ${buyer} as "Buyer",
    s.referrer_id as "ReferrerId",
    case
      when r.client_id is not null then json_build_object('ClientId', r.client_id, 'Name', r.name)
    end as "Referrer",
    ${shown('s', [
      'LRN',
      'Remarks',
      'IsStat',
      ...stateNames,
      'SaleDate',
      'CollectionDate',
      'ReportDate',
      'PromisedAt',
    ])},
    ${rowsOf({ fields: saleFields, alias: 's', keyColumn: 'sale_id' }, 'SaleProducts')} as "SaleProducts",
    ${shown('s', ['AddlDiscount', 'GrossAmount', 'Discount', 'IsRounded', 'NetAmount', 'Paid'])},
    ${roundingOf('s')} as "Rounding",
    s.net_amount - s.paid as "Outstanding",
    ${margin} as "Margin",
    s.status_id as "StatusId",
    json_build_object('ItemLabel', st.item_label) as "SaleStatus",
    s.base_sale_id as "BaseSaleId",
    s.invoice_id as "InvoiceId",
    ${invoice} as "Invoice",
    s.accession_no as "AccessionNo",
    s.accession_date as "AccessionDate",
    s.waits_because as "WaitsBecause",
    ${askedFor} as "AskedFor",
    tubes.list as "Samples",
    ${steps} as "Steps",
    u.full_name as "Creater",
    s.keeps_advance as "KeepsAdvance",
    ${workEntered} as "WorkEntered",
    ${reportOut} as "ReportOut",
    ${legInvoiced} as "LegInvoiced",
    s.report_on_cancel as "ReportOnCancel"
  from
    sales s
    join clients p on p.client_id = s.patient_id
    join clients d on d.client_id = s.referring_doctor_id
    join clients se on se.client_id = s.seller_id
    join clients b on b.client_id = s.buyer_id
    left join clients r on r.client_id = s.referrer_id
    left join list_items st on st.list_item_id = s.status_id
    left join users u on u.user_id = s.created_by
    cross join lateral ${tubes} tubes
    cross join lateral ${work} work
  where
    s.sale_id = ${saleId}
`
