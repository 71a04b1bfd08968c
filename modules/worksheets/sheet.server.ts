// One worksheet as it is opened: the model says all but its items, which stand here in the order of work.
import { sql } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { readShown } from '../../server/table/read-of.ts'
import { worksheets } from './worksheets.model.ts'

const labInstrument = sql`
  json_build_object('LabInstrumentId', li.lab_instrument_id, 'Instrument', json_build_object('Name', ins.name))
`
const sale = objectOf('s', ['SaleId', 'AccessionNo', 'IsStat'], {
  Patient: sql`json_build_object('Name', s.patient_name)`,
  Doctor: sql`json_build_object('Name', dr.name)`,
})
const sampleElement = objectOf('se', ['SampleElementId'], {
  Sample: objectOf('t', ['SampleId', 'Barcode'], { Specimen: sql`json_build_object('Name', sp.name)`, Sale: sale }),
  LabInstrument: sql`
    case
      when li.lab_instrument_id is not null then ${labInstrument}
    end
  `,
  Element: sql`json_build_object('ElementId', e.element_id, 'Name', e.name)`,
})
const items = arrayOf(
  objectOf('x', ['WorkItemId', 'StatusId', 'SaleId'], { SampleElement: sampleElement }),
  sql`
    from
      work_items x
      join sample_elements se on se.sample_element_id = x.sample_element_id
      join samples t on t.sample_id = se.sample_id
      join specimens sp on sp.specimen_id = t.specimen_id
      join sales s on s.sale_id = x.sale_id
      join clients dr on dr.client_id = s.referring_doctor_id
      join elements e on e.element_id = x.element_id
      left join lab_instruments li on li.lab_instrument_id = se.lab_instrument_id
      left join instruments ins on ins.instrument_id = li.instrument_id
    where
      x.work_sheet_id = ws.work_sheet_id
  `,
  sql`
    s.is_stat desc,
    s.report_date,
    s.accession_no,
    x.work_item_id
  `,
)

export const sheetPlace = { model: worksheets, table: 'worksheets', alias: 'ws', keyColumn: 'work_sheet_id' }
export const readSheet = readShown(sheetPlace, { WorkItems: items })
