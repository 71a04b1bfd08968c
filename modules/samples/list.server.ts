// The list of samples: where tubes are, by sale, performing lab and status.
import { raw, sql } from '../../server/db/db.ts'
import { plannedForValues } from '../../server/db/statements.ts'
import { clientNamed, contains, equals, like, shortName, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { clientType, lineStatus, sampleStatus, workItemStatus } from '../lists/items.model.ts'
import { tubeStatus } from '../sales/status/way.server.ts'
import { exceptions } from './recollection/recollection.rules.ts'
import { samples } from './samples.model.ts'
import { listScope } from './scope.server.ts'

const { Pending, Entered, Reviewed, Approved, Repeat, OnHold } = workItemStatus
/** As the index of work that is left has them. */
const unreleased: readonly number[] = [Pending, Entered, Reviewed, Approved, Repeat, OnHold]
/** The tubes of work in these statuses, as many times as there is such work. */
const tubesOf = (...statuses: readonly number[]): string => `
  select placed.sample_id
  from work_items item
  join sample_elements placed on placed.sample_element_id = item.sample_element_id
  where item.status_id in (${statuses.join(', ')})
`
/** Where tubes are, by the filter State; their own status first, which has an index. */
const states: Readonly<Record<string, string>> = {
  collect: 'facts.to_collect',
  again: 'facts.to_collect and facts.replaces_sample_id is not null',
  refused: `facts.status_id in (${exceptions.join(', ')})`,
  way: 'facts.is_under_way',
  lab: `facts.state_id = ${lineStatus.InProcess}`,
  // found by its work that is neither released nor not performed: of most tubes there is none left
  analysed: `
    facts.state_id = ${workItemStatus.Approved}
    and facts.sample_id = any (array(${tubesOf(...unreleased)} union all ${tubesOf(workItemStatus.ReferredOut)}))`,
  released: `facts.state_id = ${workItemStatus.Released}`,
}
export const tubeList = listOf(samples, {
  from: 'tube_facts facts join sales sale on sale.sale_id = facts.sale_id',
  alias: 'facts',
  key: 'facts.sample_id',
  sort: '-SampleId',
  columns: {
    Patient: 'sold.patient_name',
    LRN: 'sold.lrn',
    Specimen: 'specimen.name',
    TimePoint: 'facts.time_point',
    SampleStatus: tubeStatus,
    Owner: shortName('owner'),
    PerformingLab: shortName('lab'),
    DueDate: `case when facts.status_id = ${sampleStatus.ToBeCollected} then facts.due_date end`,
    SaleDate: 'sold.sale_date',
    SampleStatusId: 'facts.state_id',
  },
  names: sql`
    join sales sold on sold.sale_id = facts.sale_id
    join specimens specimen on specimen.specimen_id = facts.specimen_id
    left join list_items status on status.list_item_id = facts.status_id
    join clients owner on owner.client_id = facts.owner_id
    join clients lab on lab.client_id = facts.performing_lab_id
  `,
  filters: {
    FromDate: (value: string) => sql`sale.sale_date >= ${value} ${raw(plannedForValues)}`,
    ToDate: till('sale.sale_date'),
    Patient: like('sale.patient_name'),
    Doctor: clientNamed('sale.referring_doctor_id', clientType.Doctor),
    SellerId: equals('sale.seller_id'),
    PerformingLabId: equals('facts.performing_lab_id'),
    SaleId: equals('facts.sale_id'),
    LRN: (value: string) => sql`sale.lrn like ${`%${value}%`}`,
    // a tube with a label of its own is found by both
    AccessionNo: (value: string) => sql`
      facts.sample_id in (
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
    IsStat: (value: boolean) => sql`sale.is_stat = ${value}`,
    IsLate: (value: boolean) => sql`facts.is_late = ${value}`,
  },
  scope: listScope,
})
