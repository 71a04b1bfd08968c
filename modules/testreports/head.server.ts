// The head of a report: its sale, patient, and laboratory with letterhead.
import { formatAge, formatDate } from '../../core/dates.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { clientType, sampleStatus } from '../lists/items.model.ts'

export type HeadRow = {
  SaleId: number
  SellerId: number
  AccessionNo: string
  LRN: string
  /** When the first of its tubes was drawn; while none is, when that is planned. */
  CollectionDate: string
  /** Where that one was drawn; null: at the lab of the letterhead, or not known. */
  CollectedPlace: string | null
  PatientName: string
  PatientId: number
  BirthDate: string | null
  IsActualBirthDay: boolean | null
  Gender: string | null
  Doctor: string
  Client: string
  StatusId: number
  /** The first of its usable tubes. */
  Received: string | null
  LabId: number
  Specimens: { No: string; Specimen: string }[] | null
}

/**
 * The lab of the letterhead: the performing lab. Of several, the one that took the order if it performs too, else an
 * own one. It is the same in each version, whichever lab releases first.
 */
export const readHeads = (tx: Tx, saleIds: readonly number[]): Promise<HeadRow[]> =>
  tx.rows<HeadRow>(sql`
    select
      sale.sale_id,
      sale.seller_id,
      sale.accession_no,
      sale.lrn,
      coalesce(drawn.first, sale.collection_date) as collection_date,
      case
        when first.collected_at_id is distinct from client.client_id then first.collected_place
      end as collected_place,
      sale.patient_name,
      sale.patient_id,
      patient.birth_date,
      patient.is_actual_birth_day,
      gender.item_label as gender,
      doctor.name as doctor,
      case
        when buyer.client_type_id = ${literal(clientType.Patient)} then seller.name
        else buyer.name
      end as client,
      sale.status_id,
      drawn.received,
      client.client_id as lab_id,
      (
        select
          json_agg(
            json_build_object('No', tube.barcode, 'Specimen', specimen.name)
            order by
              tube.sample_id
          )
        from
          samples tube
          join specimens specimen using (specimen_id)
        where
          tube.sale_id = sale.sale_id
          and tube.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
      ) as specimens
    from
      sales sale
      join clients patient on patient.client_id = sale.patient_id
      join clients doctor on doctor.client_id = sale.referring_doctor_id
      join clients buyer on buyer.client_id = sale.buyer_id
      join clients seller on seller.client_id = sale.seller_id
      left join list_items gender on gender.list_item_id = patient.gender_id
      cross join lateral (
        select
          min(tube.collection_date) as first,
          min(tube.received_date) as received
        from
          samples tube
        where
          tube.sale_id = sale.sale_id
          and tube.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
      ) drawn
      left join lateral (
        select
          tube.collected_at_id,
          tube.collected_place
        from
          samples tube
        where
          tube.sale_id = sale.sale_id
          and tube.collection_date = drawn.first
          and tube.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
        order by
          tube.sample_id
        limit
          1
      ) first on true
      join clients client on client.client_id = coalesce(
        (
          select
            tube.performing_lab_id
          from
            samples tube
            join clients lab on lab.client_id = tube.performing_lab_id
          where
            tube.sale_id = sale.sale_id
            and tube.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
          order by
            tube.performing_lab_id = sale.first_lab_id desc,
            lab.client_type_id = ${literal(clientType.Lab)} desc,
            tube.sample_id
          limit
            1
        ),
        sale.first_lab_id
      )
    where
      sale.sale_id = any (${[...saleIds]})
    order by
      sale.sale_id
  `)

export const ageSex = (head: HeadRow): string =>
  [head.Gender, formatAge(head.BirthDate, head.CollectionDate)].filter((part) => part).join(', ')

/** The birth date, marked where it was derived from an age. */
export const bornOf = ({ BirthDate, IsActualBirthDay }: HeadRow): string | null =>
  BirthDate === null ? null : IsActualBirthDay ? formatDate(BirthDate) : `about ${BirthDate.slice(0, 4)}, by age`
