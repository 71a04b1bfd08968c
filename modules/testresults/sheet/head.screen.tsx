// Whose results these are, and the way to the sale before and after on the same worksheet.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatAge, formatDateTime } from '../../../core/dates.ts'
import { Button } from '../../../web/part/button.tsx'
import { useGet } from '../../../web/api/cache.ts'
import { nothing } from '../../../web/record/shown.ts'
import { useMode } from '../../../web/record/use-form.ts'
import { useNow } from '../../../web/part/use-now.ts'
import { nextOf } from '../judging/changes.rules.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { rowsOf } from './record.screen.tsx'
import { useSheet } from './typing.screen.tsx'

const soon = 3_600_000

export const SaleFields = ({ phone }: { phone: boolean }) => {
  const rows = useSheet(rowsOf)
  const [first] = rows
  const now = useNow()
  if (!first) return null
  const sheets = [...new Set(rows.map((row) => row.WorkSheetId))].filter((id) => id !== null)
  const departments = [...new Set(rows.map((row) => row.Department))]
  const worksheet =
    sheets.length === 0
      ? nothing
      : `WS-${sheets.slice(0, 2).join(', WS-')}${sheets.length > 2 ? ` +${sheets.length - 2}` : ''}`
  const left = Date.parse(first.Sale.ReportDate) - now
  const open = rows.some((row) => row.StatusId < workItemStatus.Approved || row.StatusId === workItemStatus.Repeat)
  const fields: readonly (readonly [string, string, string])[] = [
    ['Worksheet', departments.length === 1 ? `${worksheet} · ${departments[0]}` : worksheet, ''],
    ['Accession No', first.Sale.AccessionNo, ''],
    first.Sale.AccessionDate === null
      ? ['Accession Date', 'Unlocked at the counter', 'late']
      : ['Accession Date', formatDateTime(first.Sale.AccessionDate), ''],
    ['Patient', first.Patient, ''],
    ['Gender', first.Gender, ''],
    ['Age', formatAge(first.BirthDate, first.CollectionDate ?? first.Sale.CollectionDate) || nothing, ''],
    ['Report due', formatDateTime(first.Sale.ReportDate), !open ? '' : left < 0 ? 'late' : left < soon ? 'soon' : ''],
  ]
  if (phone) {
    const [sheet, accession, , patient, gender, age, due] = fields.map(([, value]) => value)
    return (
      <div className="result-whose">
        <p>
          <b>{patient}</b>
          {first.Sale.IsStat && <span className="stat-mark">STAT</span>}
        </p>
        <p className="secondary">
          {gender}, {age} · {accession} · {sheet}
        </p>
        {first.Sale.AccessionDate === null && <p className="late">Unlocked at the counter</p>}
        <p className="secondary">
          Due <span className={fields[6]?.[2]}>{due}</span>
        </p>
      </div>
    )
  }
  return (
    <dl className="card result-head">
      {fields.map(([label, value, tone]) => (
        <div key={label} className={label === 'Report due' ? 'due' : ''}>
          <dt className="label">{label}</dt>
          <dd className={tone} title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Sheet = { WorkItems: { SaleId: number }[] }
const none: readonly number[] = []
/** Sales of the worksheet in its order; none without one. */
export const useSheetSales = (workSheetId: number | undefined): readonly number[] => {
  const sheet = useGet<Sheet>(workSheetId === undefined ? undefined : `/api/worksheets/${workSheetId}`).data
  return sheet ? [...new Set(sheet.WorkItems.map((item) => item.SaleId))] : none
}
type PagerProps = { sales: readonly number[]; saleId: number; onGo: (saleId: number) => void }
export const Pager = ({ sales, saleId, onGo }: PagerProps) => {
  const editing = useMode() === 'edit'
  const at = sales.indexOf(saleId)
  if (at < 0) return null
  const go = (step: 1 | -1) => {
    const to = nextOf(sales, saleId, step)
    if (to !== undefined) onGo(to)
  }
  return (
    <span className="pager">
      <Button
        look="icon"
        icon={IconChevronLeft}
        label="Previous sale"
        hotkey="alt+b"
        reason={at === 0 ? 'This is the first sale of the worksheet' : undefined}
        onClick={() => go(-1)}
      />
      <span className="secondary">
        {at + 1} of {sales.length}
      </span>
      <Button
        look="icon"
        icon={IconChevronRight}
        label="Next sale"
        hotkey={editing ? undefined : 'alt+n'}
        reason={at === sales.length - 1 ? 'This is the last sale of the worksheet' : undefined}
        onClick={() => go(1)}
      />
    </span>
  )
}
