// A worksheet on paper: tubes in the order of work, the elements of each, room for the result.
import { formatAge, formatDateTime } from '../../../core/dates.ts'
import { network } from '../../../core/network.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { worksheets } from '../worksheets.model.ts'
import { worksheetHtml } from './worksheet.html.server.ts'
import type { WorksheetItem } from './worksheet.model.ts'

type Row = {
  barcode: string
  patient: string
  birth_date: string | null
  collected: string
  gender: string | null
  patient_id: number
  specimen: string
  stat: boolean
  due: string
  test: string | null
  element: string
}

/** The elements to measure in the tubes of a worksheet, in the order of work. */
const readRows = (tx: Tx, key: number): Promise<Row[]> =>
  tx.rows<Row>(sql`
    select
      t.barcode,
      s.patient_name as patient,
      p.birth_date,
      coalesce(t.collection_date, s.collection_date) as collected,
      g.item_name as gender,
      p.client_id as patient_id,
      sp.name as specimen,
      s.is_stat as stat,
      s.report_date as due,
      e.name as element,
      (
        select
          tt.name
        from
          sale_product_elements x
          join tests tt using (test_id)
        where
          x.sample_element_id = w.sample_element_id
        order by
          tt.seq_no
        limit
          1
      ) as test
    from
      work_items w
      join sample_elements se using (sample_element_id)
      join samples t using (sample_id)
      join sales s on s.sale_id = w.sale_id
      join clients p on p.client_id = s.patient_id
      join specimens sp using (specimen_id)
      join elements e on e.element_id = w.element_id
      left join list_items g on g.list_item_id = p.gender_id
    where
      w.work_sheet_id = ${key}
    order by
      s.is_stat desc,
      s.report_date,
      s.accession_no,
      t.barcode,
      w.work_item_id
  `)

/** Groups by tube: one item for each, with all its elements. */
const itemsOf = (rows: readonly Row[]): WorksheetItem[] =>
  [...Map.groupBy(rows, (row) => row.barcode).values()].flatMap((group): WorksheetItem[] => {
    const [first] = group
    if (!first) return []
    return [
      {
        Barcode: first.barcode,
        Patient: first.patient,
        AgeSex: [formatAge(first.birth_date, first.collected, { short: true }), first.gender].filter(Boolean).join(' '),
        PatientId: String(first.patient_id),
        Specimen: first.specimen,
        Stat: first.stat,
        Due: formatDateTime(first.due),
        Tests: [...Map.groupBy(group, (row) => row.test ?? '')].map(([Name, of]) => ({
          Name,
          Elements: of.map((row) => row.element),
        })),
      },
    ]
  })

export const printWorksheet = printerOf(worksheets, async ({ db, record, key }) => {
  return {
    html: worksheetHtml({
      Letterhead: {
        Name: record.Lab?.Name ?? '',
        LegalName: null,
        Address: null,
        Phone: null,
        Email: null,
        TaxId: null,
        LogoImage: null,
      },
      WorksheetNo: `WS-${key}`,
      Department: record.Department?.Name ?? '',
      Instrument: record.Instrument?.Name ?? null,
      Generated: formatDateTime(String(record.createdAt)),
      GeneratedBy: [record.User?.FullName, network.worksheetSignatory].filter(Boolean).join(', '),
      Items: itemsOf(await readRows(db.read, key)),
    }),
  }
})
