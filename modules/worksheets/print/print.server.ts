// A worksheet on paper: tubes in the order of work, the elements of each, room for the result.
import { formatAge, formatDateTime } from '../../../core/dates.ts'
import { network } from '../../../core/network.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { worksheets } from '../worksheets.model.ts'
import { worksheetHtml } from './worksheet.html.server.ts'
import type { WorksheetItem } from './worksheet.model.ts'

type Row = {
  Barcode: string
  Patient: string
  BirthDate: string | null
  Collected: string
  Gender: string | null
  PatientId: number
  Specimen: string
  Stat: boolean
  Due: string
  Test: string | null
  Element: string
}

/** The elements to measure in the tubes of a worksheet, in the order of work. */
const readRows = (tx: Tx, key: number): Promise<Row[]> =>
  tx.rows<Row>(sql`
    select
      work.barcode,
      work.patient_name as patient,
      work.birth_date,
      work.drawn_at as collected,
      gender.item_name as gender,
      work.patient_id,
      specimen.name as specimen,
      work.is_stat as stat,
      work.report_date as due,
      element.name as element,
      (
        select
          test.name
        from
          sale_product_elements measured
          join tests test on test.test_id = measured.test_id
        where
          measured.sample_element_id = work.sample_element_id
        order by
          test.seq_no
        limit
          1
      ) as test
    from
      work_item_facts work
      join specimens specimen on specimen.specimen_id = work.specimen_id
      join elements element on element.element_id = work.element_id
      left join list_items gender on gender.list_item_id = work.gender_id
    where
      work.work_sheet_id = ${key}
      -- no work begins for a sale that is unlocked or cancelled
      and (
        not work.is_held
        or work.status_id not in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
      )
    order by
      work.is_stat desc,
      work.report_date,
      work.accession_no,
      work.barcode,
      work.work_item_id
  `)

/** Groups by tube: one item for each, with all its elements. */
const itemsOf = (rows: readonly Row[]): WorksheetItem[] =>
  [...Map.groupBy(rows, (row) => row.Barcode).values()].flatMap((group): WorksheetItem[] => {
    const [first] = group
    if (!first) return []
    return [
      {
        Barcode: first.Barcode,
        Patient: first.Patient,
        AgeSex: [formatAge(first.BirthDate, first.Collected, { short: true }), first.Gender].filter(Boolean).join(' '),
        PatientId: String(first.PatientId),
        Specimen: first.Specimen,
        Stat: first.Stat,
        Due: formatDateTime(first.Due),
        Tests: [...Map.groupBy(group, (row) => row.Test ?? '')].map(([Name, of]) => ({
          Name,
          Elements: of.map((row) => row.Element),
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
