// The button of a list that opens its columns and views.
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Model } from '../../../core/model.ts'
import { Button } from '../../part/button.tsx'
import { columnsOf } from '../table/columns.ts'
import type { List } from '../use-list.ts'
import { useHeldKeys } from '../../keys/use-held-keys.ts'

// no list needs it before its first use
const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }))
/** Keys wait for it. */
const Loading = () => {
  useHeldKeys(true)
  return null
}

export const ViewsButton = ({ model, list }: { model: Model; list: List }) => {
  const [isOpen, setOpen] = useState(false)
  const columns = columnsOf(list.rows, model.key, model.fields, 1, list.named)
  return (
    <>
      <Button
        label="View"
        look="icon"
        icon={IconColumns3}
        hotkey="alt+v"
        reason={columns.length === 0 ? 'The list has no columns yet' : undefined}
        onClick={() => setOpen(true)}
      />
      <Suspense fallback={<Loading />}>
        {isOpen && (
          <ViewsDialog
            model={model}
            columns={columns}
            search={list.search}
            onGo={list.go}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
