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
      t.barcode,
      sp.name as specimen,
      sp.container,
      sp.cap_colour as cap,
      t.collection_date as collected,
      t.time_point as point,
      tube_due (t.sale_id, t.time_point) as due,
      s.patient_name,
      p.birth_date,
      coalesce(t.collection_date, s.collection_date) as drawn,
      left(g.item_name, 1) as gender,
      p.client_id as patient_id,
      (
        select
          d.code
        from
          sample_elements e
          join elements el using (element_id)
          join departments d using (department_id)
        where
          e.sample_id = t.sample_id
        order by
          d.sequence
        limit
          1
      ) as department
    from
      samples t
      join sales s using (sale_id)
      join clients p on p.client_id = s.patient_id
      join specimens sp using (specimen_id)
      left join list_items g on g.list_item_id = p.gender_id
    where
      ${'saleId' in where ? sql`t.sale_id = ${where.saleId}` : sql`t.sample_id = ${where.sampleId}`}
      and t.status_id not in (${literal(
        sampleStatus.Rejected,
        sampleStatus.NotFound,
        sampleStatus.Damaged,
        sampleStatus.Discarded,
      )})
    order by
      t.tube_no
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
