// Worksheets on the server: generation for the user's lab, list and detail; takes items off before a result is entered.
import { must } from '../../core/refusal.ts'
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { bulkOf, moduleOf, type SaveContext } from '../../server/module.ts'
import { malformed, outdated, refused } from '../../server/refusal.ts'
import { contains, equals, shortName } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { holdSales, refreshStatuses } from '../sales/status/status.server.ts'
import { generateWorksheets } from './generate.server.ts'
import { readSheet, sheetPlace } from './sheet.server.ts'
import { worksheets, type Worksheet, type worksheetFields } from './worksheets.model.ts'
import { clientType, workItemStatus } from '../lists/items.model.ts'
import { worksheetsMade } from './answers.model.ts'

/** Worksheets of the labs in the user's scope, and of outside labs whose results the user enters. */
const worksheetScope = (user: Caller, alias = 'worksheet'): Sql =>
  [clientType.LegalEntity, clientType.Lab, clientType.ExternalLab].some((type) => type === user.EntityTypeId)
    ? sql`
        (
          (
            ${raw(alias)}.keeper_id is null
            and ${raw(alias)}.lab_id = any (${[...user.Clients]})
          )
          or ${raw(alias)}.keeper_id = any (${[...user.Clients]})
        )
      `
    : sql`false`

/** Statuses without an entry. */
const open: readonly number[] = [workItemStatus.Pending, workItemStatus.Repeat]
const isOpen = ({ StatusId }: Worksheet['WorkItems'][number]): boolean => StatusId !== null && open.includes(StatusId)

/** Takes omitted items off the worksheet while they have no entry. Counts only items with an id. */
const save = async ({ tx, record, before, key }: SaveContext<typeof worksheetFields>): Promise<number> => {
  if (key === null) throw refused('Worksheets are generated')
  const kept = new Set((record.WorkItems ?? []).map((item) => item.WorkItemId))
  const there = before?.WorkItems ?? []
  if ([...kept].some((id) => typeof id === 'number' && !there.some((item) => item.WorkItemId === id)))
    throw malformed('A work item is not on this worksheet')
  const gone = record.WorkItems === undefined ? [] : there.filter((item) => !kept.has(item.WorkItemId))
  const started = gone.find((item) => !isOpen(item))
  if (started) throw refused('An item with a result cannot be taken off its worksheet')
  const sales = gone.flatMap(({ SaleId }) => SaleId ?? [])
  await holdSales(tx, sales)
  const taken = await tx.run(sql`
    update work_items
    set
      work_sheet_id = null,
      row_version = row_version + 1
    where
      work_item_id = any (${gone.map((i) => i.WorkItemId)})
      and work_sheet_id = ${key}
      and status_id in (${literal(...open)})
  `)
  if (taken !== gone.length)
    throw outdated('A result was entered meanwhile, so its item cannot be taken off. Open the worksheet again.')
  await refreshStatuses(tx, sales)
  return key
}

const list = listOf(worksheets, {
  ...recordsOf(sheetPlace),
  sort: '-WorkSheetId',
  columns: {
    GeneratedOn: 'worksheet.created_at',
    Department: 'department.name',
    Instrument: 'instrument.name',
    Lab: shortName('lab'),
    Items: 'n.items',
    Pending: 'n.pending',
    GeneratedBy: 'person.full_name',
  },
  names: sql`
    join departments department on department.department_id = worksheet.department_id
    left join instruments instrument on instrument.instrument_id = worksheet.instrument_id
    join clients lab on lab.client_id = worksheet.lab_id
    join users person on person.user_id = worksheet.user_id
    -- open work is found by its status: of most sheets there is none left
    cross join lateral (
      select
        (
          select
            count(*)::int
          from
            work_items item
          where
            item.work_sheet_id = worksheet.work_sheet_id
        ) as items,
        (
          select
            count(*)::int
          from
            work_item_facts work
          where
            work.work_sheet_id = worksheet.work_sheet_id
            and work.to_enter
        ) as pending
    ) n
  `,
  filters: {
    DepartmentId: equals('worksheet.department_id'),
    Name: (value: string) => sql`
      exists (
        select
          1
        from
          work_item_facts work
        where
          work.work_sheet_id = worksheet.work_sheet_id
          and ${contains('work.patient_name', value)}
      )
    `,
  },
  // to plan it takes longer than to read it
  plannedOnce: ({ Name }) => Name == null,
  scope: (user) => worksheetScope(user),
})

const generate = bulkOf({
  name: 'generate',
  permit: 'create',
  ...worksheetsMade,
  summary: 'Generate the worksheets of the lab from its pending work',
  run: async ({ tx, user }) => {
    const made = await generateWorksheets(tx, user)
    return {
      message: made.length === 1 ? `Worksheet ${made[0]} made` : `${made.length} worksheets made`,
      WorkSheetIds: made,
    }
  },
})

export const worksheetsServer = moduleOf(worksheets, {
  ...sheetPlace,
  scope: (user) => worksheetScope(user),
  read: readSheet,
  save,
  isWatched: true,
  actions: [generate],
  decide: {
    update: (record) => must(record.WorkItems.some(isOpen), 'Every item of this worksheet has a result'),
  },
  statements: [{ id: 1003, name: 'Worksheets', module: 'worksheets', parameters: {}, list }],
})
