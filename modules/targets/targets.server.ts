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

const place = { model: targets, table: 'targets', alias: 'target', keyColumn: 'target_id' }
const scope = (user: Caller) => ofSalesForce(user, 'target.sales_manager_id')

const sold = `
  (
    select
      coalesce(sum(counted.net_amount), 0)
    from
      target_sales counted
    where
      counted.target_id = target.target_id
  )
`
const list = listOf(targets, {
  ...recordsOf(place),
  sort: '-StartDate',
  columns: {
    SalesManager: 'manager.full_name',
    ActualSaleAmount: sold,
    Percent: `round(${sold} * 100 / nullif(target.target_sale_amount, 0), 1)`,
  },
  names: 'left join users manager on manager.user_id = target.sales_manager_id',
  filters: {
    Name: (value: string) => sql`
      exists (
        select
          1
        from
          users manager
        where
          manager.user_id = target.sales_manager_id
          and ${contains('manager.full_name', value)}
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
