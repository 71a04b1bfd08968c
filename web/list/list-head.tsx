// Title of a list and its buttons: the one primary first, then those of the selected row, the filter last.
import {
  IconArrowBackUp,
  IconBan,
  IconCopy,
  IconDownload,
  IconFilter,
  IconLockOpen,
  IconPackageImport,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Model } from '../../core/model.ts'
import { isPrivileged } from '../../core/user.ts'
import { Button } from '../part/button.tsx'
import { ModelIcon } from '../part/icon.tsx'
import { isScreen } from '../modules.ts'
import { useSession } from '../session/session.ts'
import type { Row } from './table/columns.ts'
import { openerOf, rowActions } from './row-actions.ts'
import type { Actions } from './use-actions.ts'

const icons = {
  print: IconPrinter,
  unlock: IconLockOpen,
  receive: IconPackageImport,
  cancel: IconBan,
  reaccession: IconArrowBackUp,
  read: IconCopy,
}
type Props = {
  model: Model
  row: Row | undefined
  actions: Actions
  rows: readonly Row[]
  /** The module's own buttons. */
  more: ReactNode
  open: boolean
  differs: number
  /** How many rows are marked: only these are exported. */
  marked: number
  onFilter: () => void
  onExport: () => void
}

export const ListHead = ({ model, row, actions, rows, more, open, differs, marked, onFilter, onExport }: Props) => {
  const { Role } = useSession()
  const { holds, busy } = actions
  const create =
    model.permits.includes('create') &&
    holds(model.id, 'create') &&
    (model.createLabel !== undefined || isScreen(openerOf(model)))
  const clone =
    model.permits.includes('create') &&
    holds(model.id, 'read') &&
    isScreen(openerOf(model)) &&
    model.createLabel === undefined
  const cloneReason =
    row === undefined
      ? 'Select a row first'
      : !actions.canOpen(row)
        ? 'You may not open this row'
        : !create
          ? 'You may not create one'
          : undefined
  return (
    <div className="page-head">
      <ModelIcon name={model.icon} size={18} />
      <h1>{model.name}</h1>
      <div className="page-actions no-print">
        {create && (
          <Button
            look="primary"
            label={model.createLabel ?? 'Create New'}
            icon={IconPlus}
            hotkey="alt+n"
            busy={busy === 'create'}
            onClick={actions.create}
          />
        )}
        {clone && (
          <Button
            label="Clone"
            icon={IconCopy}
            hotkey="alt+c"
            reason={cloneReason}
            onClick={() => row && actions.open(row, true)}
          />
        )}
        {rowActions(model, row, holds).map(({ permit, label, reason }) => (
          <Button
            key={permit}
            label={label}
            icon={icons[permit]}
            hotkey={permit === 'print' ? 'alt+p' : undefined}
            reason={reason}
            busy={busy === permit}
            onClick={() => row && actions.onRow(permit, row)}
          />
        ))}
        {more}
        {isPrivileged(Role) && (
          <Button
            label="CSV"
            icon={IconDownload}
            busy={busy === 'csv'}
            count={marked || undefined}
            reason={rows.length === 0 ? 'No rows to export' : undefined}
            onClick={onExport}
          />
        )}
        <i className="rule" aria-hidden="true" />
        <Button label="Filter" icon={IconFilter} hotkey="alt+f" pressed={open} count={differs} onClick={onFilter} />
      </div>
    </div>
  )
}
