// The head of the results: sale, patient and worksheet.
import { formatAge, formatDateTime } from '../../../core/dates.ts'
import { nothing } from '../../../web/record/shown.ts'
import { useNow } from '../../../web/part/use-now.ts'
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
  const waiting = rows.filter((row) => row.StatusId < workItemStatus.Approved || row.StatusId === workItemStatus.Repeat)
  const open = waiting.length > 0
  // what is promised first of the work that waits; of finished work the last
  const dates = (open ? waiting : rows).map((row) => row.ReportDate).sort()
  const due = (open ? dates[0] : dates.at(-1)) ?? first.ReportDate
  const left = Date.parse(due) - now
  const fields: readonly (readonly [string, string, string])[] = [
    ['Worksheet', departments.length === 1 ? `${worksheet} · ${departments[0]}` : worksheet, ''],
    ['Accession No', first.Sale.AccessionNo, ''],
    first.Sale.AccessionDate === null
      ? ['Accession Date', 'Unlocked at the counter', 'late']
      : ['Accession Date', formatDateTime(first.Sale.AccessionDate), ''],
    ['Patient', first.Patient, ''],
    ['Gender', first.Gender ?? nothing, ''],
    ['Age', formatAge(first.BirthDate, first.CollectionDate ?? first.Sale.CollectionDate) || nothing, ''],
    ['Report due', formatDateTime(due), !open ? '' : left < 0 ? 'late' : left < soon ? 'soon' : ''],
  ]
  if (phone) {
    const [sheet, accession, , patient, gender, age, dueText] = fields.map(([, value]) => value)
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
          Due <span className={fields[6]?.[2]}>{dueText}</span>
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
