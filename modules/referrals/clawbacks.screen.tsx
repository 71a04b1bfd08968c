// What is taken back of earlier referrals, with where it comes from; shown where there is any.
import { formatDateTime } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { referrals, type referralFields } from './referrals.model.ts'

const { useValue } = screenOf(referrals)
const { GridCard } = gridsOf(referrals)

const columns: ScreenColumns<typeof referralFields, 'Clawbacks'> = [
  { name: 'CreatedOn', width: 168, editable: false },
  { name: 'FromReferralId', width: 84, editable: false },
  { name: 'SaleId', width: 84, editable: false },
  {
    view: 'Patient',
    title: 'Patient',
    width: 'minmax(100px, 1fr)',
    editable: false,
    show: (row) => row.Sale?.Patient?.Name,
  },
  { view: 'Name', title: 'Name', width: 'minmax(104px, 1fr)', editable: false, show: (row) => row.Product?.Name },
  { name: 'Reason', width: 'minmax(120px, 1fr)', editable: false },
  { name: 'Amount', width: 100, editable: false, strong: true },
]

export const Clawbacks = () => {
  const rows = useValue('Clawbacks') ?? []
  if (rows.length === 0) return null
  return (
    <GridCard
      name="Clawbacks"
      columns={columns}
      height={250}
      grows={false}
      card={(row) => ({
        title: row.Product?.Name,
        end: formatMoney(row.Amount ?? 0),
        note: [row.Sale?.Patient?.Name, row.Reason, formatDateTime(row.CreatedOn)].filter(Boolean).join(', '),
      })}
    />
  )
}
