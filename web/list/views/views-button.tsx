// The button of a list that opens its columns and views.
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Model } from '../../../core/model.ts'
import { Button } from '../../part/button.tsx'
import { columnsOf } from '../table/columns.ts'
import type { List } from '../use-list.ts'
import { useHeldKeys } from '../../keys/use-held-keys.ts'

// loaded with the first use: no list needs it before
const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }))
/** What is typed before the dialog has loaded goes to the dialog. */
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
