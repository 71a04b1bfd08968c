// The data of tube labels.
import { formatAge, formatDate, formatDateTime } from '../../../core/dates.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import type { LabelData } from './label.rules.ts'

type Tube = {
  barcode: string
  specimen: string
  container: string | null
  cap: string | null
  department: string | null
  collected: string | null
  /** The time point of a series, and when it is due. */
  point: string | null
  due: string | null
  patient_name: string
  birth_date: string | null
  drawn: string
  gender: string | null
  patient_id: number
}
/** When it was collected, or is due; else the day that its label is printed. */
const drawnText = ({ collected, due }: Pick<Tube, 'collected' | 'due'>): string => {
  if (collected !== null) return formatDateTime(collected)
  return due === null ? formatDate(new Date()) : `due ${formatDateTime(due)}`
}

/** Labels of tubes: all of a sale, or one. */
export const labelsOf = async (tx: Tx, where: { saleId: number } | { sampleId: number }): Promise<LabelData[]> => {
  const rows = await tx.rows<Tube>(sql`
    select
      tube.barcode,
      specimen.name as specimen,
      specimen.container,
      specimen.cap_colour as cap,
      tube.collection_date as collected,
      tube.time_point as point,
      tube_due (tube.sale_id, tube.time_point) as due,
      sale.patient_name,
      patient.birth_date,
      coalesce(tube.collection_date, sale.collection_date) as drawn,
      left(gender.item_name, 1) as gender,
      patient.client_id as patient_id,
      (
        select
          department.code
        from
          sample_elements placed
          join elements element using (element_id)
          join departments department using (department_id)
        where
          placed.sample_id = tube.sample_id
        order by
          department.sequence
        limit
          1
      ) as department
    from
      samples tube
      join sales sale using (sale_id)
      join clients patient on patient.client_id = sale.patient_id
      join specimens specimen using (specimen_id)
      left join list_items gender on gender.list_item_id = patient.gender_id
    where
      ${'saleId' in where ? sql`tube.sale_id = ${where.saleId}` : sql`tube.sample_id = ${where.sampleId}`}
      and tube.status_id not in (${literal(
        sampleStatus.Rejected,
        sampleStatus.NotFound,
        sampleStatus.Damaged,
        sampleStatus.Discarded,
      )})
    order by
      tube.tube_no
  `)
  return rows.map((row) => {
    const words = row.patient_name.trim().split(/\s+/)
    return {
      FamilyName: words.at(-1) ?? '',
      GivenNames: words.slice(0, -1).join(' '),
      Department: row.department ?? '',
      AgeSex: [row.gender, formatAge(row.birth_date, row.drawn, { short: true })].filter(Boolean).join(' '),
      Collected: drawnText(row),
      Barcode: row.barcode,
      Tube: [row.point, row.specimen.replace(/^Whole blood /, ''), row.cap?.split(' ')[0]]
        .filter(Boolean)
        .join(' · ')
        .toUpperCase(),
      PatientId: String(row.patient_id),
    }
  })
}
