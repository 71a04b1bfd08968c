// Who did what to a record and when, field by field and row by row.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { RowTo } from '../../core/answer/answer.ts'
import type { historyOfRecord } from '../../core/answer/questions.ts'
import { formatDateTime } from '../../core/dates.ts'
import type { Model } from '../../core/model.ts'
import { get, messageOf } from '../api/api.ts'
import { keyOf } from '../api/cache.ts'
import { askWhy, isClosed } from '../dialog/reason.ts'
import { Button } from '../part/button.tsx'
import { Modal } from '../part/modal.tsx'
import { Lines, sideOf } from './changed.tsx'
import { OverTime } from './over-time.tsx'
import { Waiting } from '../part/waiting.tsx'
import { linesOf, namesIn } from '../record/changes.ts'
import type { Changes } from '../record/changes.ts'
import type { Values } from '../record/values.ts'

/** Its changes are of whatever fields the model has. */
type Entry = Omit<RowTo<typeof historyOfRecord>, 'Changes'> & { readonly Changes: Changes }
type Props = { model: Model; formId: string | number; record?: Values; onClose: () => void }

/** `record`: the record on screen; it supplies names of keys that the history lacks. */
export const History = ({ model, formId, record, onClose }: Props) => {
  const query = { ModuleId: model.id, FormId: formId }
  const {
    data: entries,
    error: failed,
    refetch,
  } = useQuery({
    queryKey: keyOf('/api/actions', query),
    queryFn: ({ signal }) => get<readonly Entry[]>('/api/actions', query, signal),
    // the latest change must be included
    staleTime: 0,
  })
  const open = async () => {
    if (await askWhy(Number(formId))) await refetch()
  }
  const [overTime, setOverTime] = useState(false)
  const names = useMemo(
    () =>
      namesIn(
        model.fields,
        record,
        ...(entries ?? []).flatMap(({ Changes }) => [sideOf(Changes, 0), sideOf(Changes, 1)]),
      ),
    [model, record, entries],
  )
  return (
    <Modal
      title={`History of ${model.singular} ${formId}`}
      width={720}
      height={520}
      onClose={onClose}
      footer={<Button label="Close" onClick={onClose} autoFocus />}
    >
      {failed && (
        <p className="band bad" role="alert">
          {messageOf(failed)} {isClosed(failed) && <Button label="Open with a reason…" onClick={() => void open()} />}
        </p>
      )}
      {!entries && !failed && <Waiting />}
      {entries?.length === 0 && <p className="quiet">No changes yet.</p>}
      {entries !== undefined && entries.length > 0 && (
        <div className="history-view" role="group" aria-label="View">
          <Button label="Changes" look="link" pressed={!overTime} onClick={() => setOverTime(false)} />
          <Button label="Values over time" look="link" pressed={overTime} onClick={() => setOverTime(true)} />
        </div>
      )}
      {overTime && <OverTime model={model} entries={entries ?? []} names={names} />}
      <ol className="history">
        {(overTime ? [] : entries)?.map((entry, index) => {
          const lines = linesOf(model, entry.Changes, names)
          const fresh = entry.Action === 'create'
          return (
            <li key={index}>
              <p className="history-head">
                <b>{entry.Action}</b> by {entry.User.FullName}{' '}
                <span className="quiet">{formatDateTime(entry.CreatedOn)}</span>
              </p>
              {entry.Remarks && <p className="secondary">{entry.Remarks}</p>}
              {lines.length > 0 &&
                (fresh ? (
                  <details>
                    <summary>{lines.length === 1 ? '1 field' : `${lines.length} fields`}</summary>
                    <Lines lines={lines} names={names} fresh />
                  </details>
                ) : (
                  <Lines lines={lines} names={names} fresh={false} />
                ))}
            </li>
          )
        })}
      </ol>
    </Modal>
  )
}
