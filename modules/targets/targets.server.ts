// Targets on the server: a sales manager's own, and for the others those of users who work where they cover.
import { raw, sql } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { contains } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { invalid } from '../../server/refusal.ts'
import type { Caller } from '../../server/caller.ts'
import { readOf } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import { ofSalesForce } from './scope.server.ts'
import { targets } from './targets.model.ts'
import { targetErrors } from './targets.rules.ts'

const place = { model: targets, table: 'targets', alias: 't', keyColumn: 'target_id' }
const scope = (user: Caller) => ofSalesForce(user, 't.sales_manager_id')

const sold = `
  (
    select
      coalesce(sum(s.net_amount), 0)
    from
      target_sales s
    where
      s.target_id = t.target_id
  )
`
const list = listOf(targets, {
  ...recordsOf(place),
  sort: '-StartDate',
  columns: [
    'TargetId',
    'StartDate',
    'EndDate',
    { SalesManager: 'm.full_name' },
    'TargetSaleAmount',
    { ActualSaleAmount: sold, Percent: `round(${sold} * 100 / nullif(t.target_sale_amount, 0), 1)` },
    'SalesManagerId',
  ],
  names: 'left join users m on m.user_id = t.sales_manager_id',
  filters: {
    Name: (value: string) => sql`
      exists (
        select
          1
        from
          users m
        where
          m.user_id = t.sales_manager_id
          and ${contains('m.full_name', value)}
      )
    `,
  },
  scope,
})

export const targetsServer = moduleOf(targets, {
  ...place,
  scope,
  read: readOf(place, () => sql`${raw(sold)} as "ActualSaleAmount"`),
  save: (context) => {
    const errors = targetErrors({ ...context.before, ...context.record })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return saveModel(place, context)
  },
  statements: [{ id: 1026, name: 'Targets', module: 'targets', parameters: {}, list }],
})
