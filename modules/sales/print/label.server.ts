// The data of tube labels.
import { formatAge, formatDate, formatDateTime } from '../../../core/dates.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import type { LabelData } from './label.rules.ts'

type Tube = {
  Barcode: string
  Specimen: string
  Container: string | null
  Cap: string | null
  Department: string | null
  Collected: string | null
  /** The time point of a series, and when it is due. */
  Point: string | null
  Due: string | null
  PatientName: string
  BirthDate: string | null
  Drawn: string
  Gender: string | null
  PatientId: number
}
/** When it was collected, or is due; else the day that its label is printed. */
const drawnText = ({ Collected, Due }: Pick<Tube, 'Collected' | 'Due'>): string => {
  if (Collected !== null) return formatDateTime(Collected)
  return Due === null ? formatDate(new Date()) : `due ${formatDateTime(Due)}`
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
    const words = row.PatientName.trim().split(/\s+/)
    return {
      FamilyName: words.at(-1) ?? '',
      GivenNames: words.slice(0, -1).join(' '),
      Department: row.Department ?? '',
      AgeSex: [row.Gender, formatAge(row.BirthDate, row.Drawn, { short: true })].filter(Boolean).join(' '),
      Collected: drawnText(row),
      Barcode: row.Barcode,
      Tube: [row.Point, row.Specimen.replace(/^Whole blood /, ''), row.Cap?.split(' ')[0]]
        .filter(Boolean)
        .join(' · ')
        .toUpperCase(),
      PatientId: String(row.PatientId),
    }
  })
}
