// Worksheets on the server: generation for the user's lab, list, detail; taking an item off while nothing is entered.
import { must } from '../../core/refusal.ts'
import { writeAudit } from '../../server/door/audit.ts'
import { literal, raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { Action, SaveContext, ServerModule } from '../../server/module.ts'
import { malformed, refused } from '../../server/refusal.ts'
import { contains, equals, shortName, type ListPlan } from '../../server/read/statement.ts'
import { holdSales, refreshStatuses } from '../sales/status/status.server.ts'
import { worksheets } from './worksheets.model.ts'
import { clientType, workItemStatus } from '../lists/items.model.ts'

const most = 100

/** Worksheets of the labs the entity covers. */
const worksheetScope = (user: Caller, alias = 'ws'): Sql =>
  user.EntityTypeId === clientType.LegalEntity || user.EntityTypeId === clientType.Lab
    ? sql`${raw(alias)}.lab_id = any (${[...user.Clients]})`
    : sql`false`

const read = (key: number): Sql => sql`
  select
    w.work_sheet_id as "WorkSheetId",
    w.created_at as "createdAt",
    json_build_object('UserId', u.user_id, 'FullName', u.full_name) as "User",
    w.lab_id as "LabId",
    json_build_object('ClientId', l.client_id, 'Name', l.name) as "Lab",
    w.department_id as "DepartmentId",
    json_build_object('DepartmentId', d.department_id, 'Name', d.name) as "Department",
    case
      when i.instrument_id is not null then json_build_object('InstrumentId', i.instrument_id, 'Name', i.name)
    end as "Instrument",
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'WorkItemId',
              x.work_item_id,
              'StatusId',
              x.status_id,
              'SaleId',
              s.sale_id,
              'SampleElement',
              json_build_object(
                'SampleElementId',
                se.sample_element_id,
                'Sample',
                json_build_object(
                  'SampleId',
                  t.sample_id,
                  'Barcode',
                  t.barcode,
                  'Specimen',
                  json_build_object('Name', sp.name),
                  'Sale',
                  json_build_object(
                    'SaleId',
                    s.sale_id,
                    'AccessionNo',
                    s.accession_no,
                    'IsStat',
                    s.is_stat,
                    'Patient',
                    json_build_object('Name', s.patient_name),
                    'Doctor',
                    json_build_object('Name', dr.name)
                  )
                ),
                'LabInstrument',
                case
                  when li.lab_instrument_id is not null then json_build_object('LabInstrumentId', li.lab_instrument_id, 'Instrument', json_build_object('Name', ins.name))
                end,
                'Element',
                json_build_object('ElementId', e.element_id, 'Name', e.name)
              )
            )
            order by
              s.is_stat desc,
              s.report_date,
              s.accession_no,
              x.work_item_id
          ),
          '[]'
        )
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
        x.work_sheet_id = w.work_sheet_id
    ) as "WorkItems"
  from
    worksheets w
    join users u on u.user_id = w.user_id
    join clients l on l.client_id = w.lab_id
    join departments d on d.department_id = w.department_id
    left join instruments i on i.instrument_id = w.instrument_id
  where
    w.work_sheet_id = ${key}
`

type Pending = { work_item_id: number; department_id: number; instrument_id: number | null; sale_id: number }

/**
 * Work items waiting at the lab, STAT first, then report date, then accession; locked, so that two people generating
 * share them out.
 */
const pending = (tx: Tx, labId: number): Promise<Pending[]> =>
  tx.rows<Pending>(sql`
    select
      w.work_item_id,
      w.department_id,
      case
        when i.print_worksheet then i.instrument_id
      end as instrument_id,
      w.sale_id
    from
      work_items w
      join sales s on s.sale_id = w.sale_id
      join sample_elements se on se.sample_element_id = w.sample_element_id
      left join lab_instruments li on li.lab_instrument_id = se.lab_instrument_id
      left join instruments i on i.instrument_id = li.instrument_id
    where
      w.lab_id = ${labId}
      and w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
      and w.work_sheet_id is null
    order by
      s.is_stat desc,
      s.report_date,
      s.accession_no,
      w.work_item_id
    for update of
      w skip locked
  `)

/** One worksheet per department (per instrument where it prints its own), 100 items at most each. Answers the keys. */
export const generateWorksheets = async (tx: Tx, user: Caller): Promise<number[]> => {
  if (user.EntityTypeId !== clientType.Lab)
    throw refused('Worksheets are generated for a lab; change to a lab as your entity')
  const groups = new Map<string, Pending[]>()
  for (const item of await pending(tx, user.EntityId)) {
    const key = `${item.department_id}:${item.instrument_id ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  const made: number[] = []
  for (const items of groups.values())
    for (let at = 0; at < items.length; at += most) made.push(await addWorksheet(tx, user, items.slice(at, at + most)))
  if (made.length === 0) throw refused('Nothing to generate')
  return made
}
const addWorksheet = async (tx: Tx, user: Caller, items: readonly Pending[]): Promise<number> => {
  const [first] = items
  const { work_sheet_id } = await tx.one<{ work_sheet_id: number }>(sql`
    insert into
      worksheets (user_id, lab_id, department_id, instrument_id)
    values
      (
        ${user.UserId},
        ${user.EntityId},
        ${first?.department_id},
        ${first?.instrument_id ?? null}
      )
    returning
      work_sheet_id
  `)
  await tx.run(sql`
    update work_items
    set
      work_sheet_id = ${work_sheet_id},
      row_version = row_version + 1
    where
      work_item_id = any (${items.map((i) => i.work_item_id)})
  `)
  await writeAudit(tx, user, {
    module: 'worksheets',
    formId: work_sheet_id,
    action: 'generate',
    changes: { Items: [0, items.length] },
  })
  return work_sheet_id
}

/**
 * Items left out of what is sent come off the worksheet, while nothing is entered for them; only items with an id
 * count.
 */
const save = async ({ tx, record, before, key }: SaveContext): Promise<number> => {
  if (key === null) throw refused('Worksheets are generated')
  const kept = new Set(
    ((record['WorkItems'] ?? []) as { WorkItemId?: number | null }[])
      .map((item) => item.WorkItemId)
      .filter((id) => typeof id === 'number'),
  )
  const there = before?.['WorkItems'] as { WorkItemId: number; StatusId: number; SaleId: number }[]
  if ([...kept].some((id) => !there.some((item) => item.WorkItemId === id)))
    throw malformed('A work item is not on this worksheet')
  const gone = record['WorkItems'] === undefined ? [] : there.filter((item) => !kept.has(item.WorkItemId))
  const started = gone.find((item) => ![workItemStatus.Pending, workItemStatus.Repeat].includes(item.StatusId))
  if (started) throw refused('An item with a result stays on its worksheet')
  await holdSales(
    tx,
    gone.map((item) => item.SaleId),
  )
  if (gone.length > 0)
    await tx.run(sql`
      update work_items
      set
        work_sheet_id = null,
        row_version = row_version + 1
      where
        work_item_id = any (${gone.map((i) => i.WorkItemId)})
    `)
  await refreshStatuses(
    tx,
    gone.map((i) => i.SaleId),
  )
  return key
}

const list: ListPlan = {
  from: 'worksheets ws',
  alias: 'ws',
  key: 'ws.work_sheet_id',
  sort: '-WorkSheetId',
  columns: {
    WorkSheetId: 'ws.work_sheet_id',
    GeneratedOn: 'ws.created_at',
    Department: 'd.name',
    Instrument: 'i.name',
    Lab: shortName('l'),
    Items: 'n.items',
    Pending: 'n.pending',
    GeneratedBy: 'u.full_name',
    LabId: 'ws.lab_id',
    DepartmentId: 'ws.department_id',
  },
  names: `join departments d on d.department_id = ws.department_id left join instruments i on i.instrument_id = ws.instrument_id join clients l on l.client_id = ws.lab_id join users u on u.user_id = ws.user_id
    left join lateral (select count(*)::int as items, (count(*) filter (where w.status_id in (${workItemStatus.Pending}, ${workItemStatus.Repeat})))::int as pending from work_items w where w.work_sheet_id = ws.work_sheet_id) n on true`,
  filterFields: worksheets.filters,
  filters: {
    DepartmentId: equals('ws.department_id'),
    Name: (value: string) => sql`
      exists (
        select
          1
        from
          work_items w
          join sales s on s.sale_id = w.sale_id
        where
          w.work_sheet_id = ws.work_sheet_id
          and ${contains('s.patient_name', value)}
      )
    `,
  },
  scope: (user) => worksheetScope(user),
}

const actions: readonly Action[] = [
  {
    name: 'generate',
    permit: 'create',
    path: 'generate/worksheets',
    summary: 'Generate the worksheets of the lab from what is pending',
    run: async ({ tx, user }) => {
      const made = await generateWorksheets(tx, user)
      return {
        message: made.length === 1 ? `Worksheet ${made[0]} is generated` : `${made.length} worksheets are generated`,
        WorkSheetIds: made,
      }
    },
  },
]

export const worksheetsServer: ServerModule = {
  model: worksheets,
  table: 'worksheets',
  alias: 'ws',
  keyColumn: 'work_sheet_id',
  scope: (user) => worksheetScope(user),
  read,
  save,
  actions,
  decide: {
    update: (record) =>
      must(
        (record['WorkItems'] as { StatusId: number }[]).some((item) =>
          [workItemStatus.Pending, workItemStatus.Repeat].includes(item.StatusId),
        ),
        'Every item of this worksheet has a result',
      ),
  },
  statements: [{ id: 1003, name: 'Worksheets', module: 'worksheets', parameters: {}, list }],
}
