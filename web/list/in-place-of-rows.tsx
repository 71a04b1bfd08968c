// What a list shows instead of rows: why there are none, or that they are loading.
import type { Model } from '../../core/model.ts'
import { Failed, NotSearched, NoRows } from './empty.tsx'
import type { Actions } from './use-actions.ts'
import type { List } from './use-list.ts'

const Skeleton = () => (
  <div className="skeleton-rows late" aria-hidden="true">
    {Array.from({ length: 12 }, (_, i) => (
      <span key={i} className="skeleton" style={{ width: `${90 - (i % 4) * 9}%` }} />
    ))}
  </div>
)

export const InPlaceOfRows = ({ model, list, actions }: { model: Model; list: List; actions: Actions }) => {
  const { rows, filter } = list
  if (list.error && rows.length === 0) return <Failed model={model} error={list.error} onAgain={list.again} />
  if (list.query === undefined) return <NotSearched model={model} />
  if (!list.loaded) return <Skeleton />
  if (rows.length > 0) return null
  return (
    <NoRows
      model={model}
      now={list.now}
      values={filter.applied ?? {}}
      texts={filter.texts}
      onRun={list.run}
      onAll={list.allData}
      onCreate={model.permits.includes('create') && actions.holds(model.id, 'create') ? actions.create : undefined}
    />
  )
}
