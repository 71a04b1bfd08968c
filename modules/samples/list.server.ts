// The list of samples: where tubes are, by sale, performing lab and status.
import { literal, raw, sql } from '../../server/db/db.ts'
import { clientNamed, contains, equals, from, like, shortName, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { lineStatus, sampleStatus, workItemStatus } from '../lists/items.model.ts'
import { tubeStatus, tubeStatusId } from '../sales/status/way.server.ts'
import { exceptions } from './recollection/recollection.rules.ts'
import { samples } from './samples.model.ts'
import { listScope } from './scope.server.ts'

const { Collected, Packed, Dispatched } = sampleStatus
// a tube that its lab has received is not in transit
const underWay = `(
  t.status_id in (${Packed}, ${Dispatched})
  or (t.status_id = ${Collected} and t.received_date is null)
)`
/** Where tubes are, by the filter State. */
const states: Readonly<Record<string, string>> = {
  collect: `t.status_id = ${sampleStatus.ToBeCollected}`,
  again: `t.status_id = ${sampleStatus.ToBeCollected} and t.replaces_sample_id is not null`,
  refused: `t.status_id in (${exceptions.join(', ')})`,
  // repeated so that the index is used
  way: `${underWay} and ${tubeStatusId} in (${Collected}, ${Packed}, ${Dispatched})`,
  lab: `${tubeStatusId} = ${lineStatus.InProcess}`,
  analysed: `${tubeStatusId} = ${workItemStatus.Approved}`,
  released: `${tubeStatusId} = ${workItemStatus.Released}`,
}
export const tubeList = listOf(samples, {
  from: 'samples t join sales s on s.sale_id = t.sale_id',
  alias: 't',
  key: 't.sample_id',
  sort: '-SampleId',
  columns: [
    'SampleId',
    'Barcode',
    {
      Patient: 'z.patient_name',
      LRN: 'z.lrn',
      Specimen: 'sp.name',
      TimePoint: 't.time_point',
      SampleStatus: tubeStatus,
      Owner: shortName('o'),
      PerformingLab: shortName('l'),
    },
    { DueDate: `case when t.status_id = ${sampleStatus.ToBeCollected} then tube_due(t.sale_id, t.time_point) end` },
    'CollectionDate',
    'SaleId',
    { SaleDate: 'z.sale_date' },
    'StatusId',
    { SampleStatusId: tubeStatusId },
    'OwnerId',
    'PerformingLabId',
  ],
  names: sql`
    join sales z on z.sale_id = t.sale_id
    join specimens sp on sp.specimen_id = t.specimen_id
    left join list_items st on st.list_item_id = t.status_id
    join clients o on o.client_id = t.owner_id
    join clients l on l.client_id = t.performing_lab_id
  `,
  filters: {
    FromDate: from('s.sale_date'),
    ToDate: till('s.sale_date'),
    Patient: like('s.patient_name'),
    Doctor: clientNamed('s.referring_doctor_id'),
    SellerId: equals('s.seller_id'),
    PerformingLabId: equals('t.performing_lab_id'),
    SaleId: equals('t.sale_id'),
    LRN: (value: string) => sql`s.lrn like ${`%${value}%`}`,
    AccessionNo: (value: string) => contains('t.barcode', value),
    State: (value: string) => raw(states[value] ?? 'false'),
    IsStat: (value: boolean) => sql`s.is_stat = ${value}`,
    IsLate: (value: boolean) => sql`
      (
        s.report_date < now()
        and ${raw(tubeStatusId)} <> ${literal(workItemStatus.Released)}
      ) = ${value}
    `,
  },
  scope: listScope,
})
