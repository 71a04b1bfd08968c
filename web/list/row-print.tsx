// Prints the record of a row: the dialog is loaded when it is needed, and keys typed meanwhile wait for it.
import { lazy, Suspense, useState } from 'react'
import type { Model } from '../../core/model.ts'
import { holdKeys } from '../keys/held-keys.ts'
import { commonOf } from '../record/values.ts'
import type { Row } from './table/columns.ts'

const PrintDialog = lazy(async () => ({ default: (await import('../print/print-dialog.tsx')).PrintDialog }))

/** The row to print, undefined when there is none. */
export const useRowPrint = () => {
  const [row, setRow] = useState<Row>()
  const close = () => setRow(undefined)
  const print = (on: Row) => {
    holdKeys('dialog', close)
    setRow(on)
  }
  return { row, print, close }
}

export const RowPrint = ({ model, row, onClose }: { model: Model; row: Row | undefined; onClose: () => void }) => {
  if (!row) return null
  const { BuyerId } = commonOf(row)
  return (
    <Suspense>
      <PrintDialog
        moduleId={model.id}
        formId={Number(row[model.key[0] ?? ''])}
        layouts={model.layoutsOf?.(row)}
        clientId={typeof BuyerId === 'number' ? BuyerId : undefined}
        onClose={onClose}
      />
    </Suspense>
  )
}
