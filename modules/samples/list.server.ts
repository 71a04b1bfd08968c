// The list of samples: where tubes are, by sale, performing lab and status.
import { raw, sql } from '../../server/db/db.ts'
import { clientNamed, contains, equals, from, like, shortName, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { clientType, lineStatus, sampleStatus, workItemStatus } from '../lists/items.model.ts'
import { tubeStatus } from '../sales/status/way.server.ts'
import { exceptions } from './recollection/recollection.rules.ts'
import { samples } from './samples.model.ts'
import { listScope } from './scope.server.ts'

/** Where tubes are, by the filter State; their own status first, which has an index. */
const states: Readonly<Record<string, string>> = {
  collect: 'tube.to_collect',
  again: 'tube.to_collect and tube.replaces_sample_id is not null',
  refused: `tube.status_id in (${exceptions.join(', ')})`,
  way: 'tube.is_under_way',
  lab: `tube.state_id = ${lineStatus.InProcess}`,
  analysed: `tube.state_id = ${workItemStatus.Approved}`,
  released: `tube.state_id = ${workItemStatus.Released}`,
}
export const tubeList = listOf(samples, {
  from: 'tube_facts tube join sales s on s.sale_id = tube.sale_id',
  alias: 'tube',
  key: 'tube.sample_id',
  sort: '-SampleId',
  columns: [
    'SampleId',
    'Barcode',
    {
      Patient: 'sold.patient_name',
      LRN: 'sold.lrn',
      Specimen: 'specimen.name',
      TimePoint: 'tube.time_point',
      SampleStatus: tubeStatus,
      Owner: shortName('owner'),
      PerformingLab: shortName('lab'),
    },
    { DueDate: `case when tube.status_id = ${sampleStatus.ToBeCollected} then tube.due_date end` },
    'CollectionDate',
    'SaleId',
    { SaleDate: 'sold.sale_date' },
    'StatusId',
    { SampleStatusId: 'tube.state_id' },
    'OwnerId',
    'PerformingLabId',
  ],
  names: sql`
    join sales sold on sold.sale_id = tube.sale_id
    join specimens specimen on specimen.specimen_id = tube.specimen_id
    left join list_items status on status.list_item_id = tube.status_id
    join clients owner on owner.client_id = tube.owner_id
    join clients lab on lab.client_id = tube.performing_lab_id
  `,
  filters: {
    FromDate: from('s.sale_date'),
    ToDate: till('s.sale_date'),
    Patient: like('s.patient_name'),
    Doctor: clientNamed('s.referring_doctor_id', clientType.Doctor),
    SellerId: equals('s.seller_id'),
    PerformingLabId: equals('tube.performing_lab_id'),
    SaleId: equals('tube.sale_id'),
    LRN: (value: string) => sql`s.lrn like ${`%${value}%`}`,
    // a tube with a label of its own is found by both
    AccessionNo: (value: string) => sql`
      tube.sample_id in (
        select
          labelled.sample_id
        from
          samples labelled
        where
          ${contains('labelled.barcode', value)}
        union all
        select
          drawn.sample_id
        from
          sales numbered
          join samples drawn on drawn.sale_id = numbered.sale_id
        where
          ${contains('numbered.accession_no', value)}
      )
    `,
    State: (value: string) => raw(states[value] ?? 'false'),
    IsStat: (value: boolean) => sql`s.is_stat = ${value}`,
    IsLate: (value: boolean) => sql`tube.is_late = ${value}`,
  },
  scope: listScope,
})
