// A tile: its label, its number, and the change from before.
import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { unreachable } from '../api/api.ts'
import { dropKeys, holdKeys } from '../keys/held-keys.ts'
import { sayError } from '../message/snackbar-store.ts'
import { worklistOf } from '../modules.ts'
import { statementOf } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { Arrange } from './arrange.tsx'
import { useWidget } from './use-widget.ts'
import { Bars } from './bars.tsx'
import { WaitsFor } from './waits-for.tsx'
import { beforeText, changeOf, serialised, tileOf, tileText } from './widgets.ts'
import type { Widget } from './widgets.ts'

export const Tile = ({ widget }: { widget: Widget }) => {
  const { data, error, isPending } = useWidget(widget)
  const tile = tileOf(data)
  const change = tile && changeOf(tile)
  const navigate = useNavigate()
  const session = useSession()
  const worklist = worklistOf(widget.StatementId)
  const statement = worklist && statementOf(session, worklist.moduleId)
  const open = async () => {
    if (!worklist || statement === undefined) return
    holdKeys('screen')
    try {
      // loaded only when the user opens the list
      const { worklistSearch } = await import('./worklist-search.ts')
      const search = await worklistSearch(session, worklist, statement)
      if (search) void navigate({ to: '/summary/$moduleId', params: { moduleId: worklist.moduleId }, search })
    } catch {
      dropKeys('screen')
      sayError(unreachable)
    }
  }
  const Arrow = change?.direction === 'down' ? IconTriangleInvertedFilled : IconTriangleFilled
  return (
    <section className="tile card" aria-label={widget.Label}>
      <div>
        <h2>
          {statement === undefined ? (
            widget.Label
          ) : (
            <button type="button" className="button link" onClick={() => void open()}>
              {widget.Label}
            </button>
          )}
        </h2>
        <Arrange widget={widget} />
        {error ? (
          <code className="widget-error" role="alert">
            {serialised(error)}
          </code>
        ) : isPending ? (
          <span className="skeleton late tile-wait" />
        ) : (
          <>
            <p className="tile-total">{tile ? tileText(tile.Total, tile.Unit, tile.Decimals) : '–'}</p>
            <p className="tile-change">
              {change && (
                <b className={change.direction === 'same' ? 'quiet' : change.good ? 'good' : 'bad'}>
                  {change.direction !== 'same' && (
                    <Arrow size={9} aria-label={change.direction === 'up' ? 'up' : 'down'} />
                  )}{' '}
                  {change.text}
                </b>
              )}
              {tile && <span className="secondary">{beforeText(tile)}</span>}
              {!tile && (
                <span className="quiet">
                  <WaitsFor statementId={widget.StatementId} />
                </span>
              )}
            </p>
          </>
        )}
      </div>
      {tile && Array.isArray(tile.Trend) && <Bars values={tile.Trend} />}
    </section>
  )
}
