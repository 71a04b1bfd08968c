// The head of a report: its sale, patient, and laboratory with letterhead.
import { formatAge, formatDate } from '../../core/dates.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { clientType, sampleStatus } from '../lists/items.model.ts'

export type HeadRow = {
  sale_id: number
  seller_id: number
  accession_no: string
  lrn: string
  /** When the first of its tubes was drawn; while none is, when that is planned. */
  collection_date: string
  patient_name: string
  patient_id: number
  birth_date: string | null
  is_actual_birth_day: boolean | null
  gender: string | null
  doctor: string
  client: string
  status_id: number
  /** The first of its usable tubes. */
  received: string | null
  lab_id: number
  specimens: { No: string; Specimen: string }[] | null
}

/**
 * The lab of the letterhead: the performing lab. Of several, the one that took the order if it performs too, else an
 * own one. It is the same in each version, whichever lab releases first.
 */
export const readHeads = (tx: Tx, saleIds: readonly number[]): Promise<HeadRow[]> =>
  tx.rows<HeadRow>(sql`
    select
      s.sale_id,
      s.seller_id,
      s.accession_no,
      s.lrn,
      coalesce(drawn.first, s.collection_date) as collection_date,
      s.patient_name,
      s.patient_id,
      p.birth_date,
      p.is_actual_birth_day,
      g.item_label as gender,
      d.name as doctor,
      case
        when b.client_type_id = ${literal(clientType.Patient)} then se.name
        else b.name
      end as client,
      s.status_id,
      drawn.received,
      l.client_id as lab_id,
      (
        select
          json_agg(
            json_build_object('No', t.barcode, 'Specimen', sp.name)
            order by
              t.sample_id
          )
        from
          samples t
          join specimens sp using (specimen_id)
        where
          t.sale_id = s.sale_id
          and t.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
      ) as specimens
    from
      sales s
      join clients p on p.client_id = s.patient_id
      join clients d on d.client_id = s.referring_doctor_id
      join clients b on b.client_id = s.buyer_id
      join clients se on se.client_id = s.seller_id
      left join list_items g on g.list_item_id = p.gender_id
      cross join lateral (
        select
          min(t.collection_date) as first,
          min(t.received_date) as received
        from
          samples t
        where
          t.sale_id = s.sale_id
          and t.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
      ) drawn
      join clients l on l.client_id = coalesce(
        (
          select
            t.performing_lab_id
          from
            samples t
            join clients lab on lab.client_id = t.performing_lab_id
          where
            t.sale_id = s.sale_id
            and t.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
          order by
            t.performing_lab_id = s.first_lab_id desc,
            lab.client_type_id = ${literal(clientType.Lab)} desc,
            t.sample_id
          limit
            1
        ),
        s.first_lab_id
      )
    where
      s.sale_id = any (${[...saleIds]})
    order by
      s.sale_id
  `)

export const ageSex = (head: HeadRow): string =>
  [head.gender, formatAge(head.birth_date, head.collection_date)].filter((part) => part).join(', ')

/** The birth date, marked where it was derived from an age. */
export const bornOf = ({ birth_date, is_actual_birth_day }: HeadRow): string | null =>
  birth_date === null ? null : is_actual_birth_day ? formatDate(birth_date) : `about ${birth_date.slice(0, 4)}, by age`
