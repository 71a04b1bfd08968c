// Below the rows: how many records, how many selected, and the pages when there are several.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatFigure } from '../../../core/money.ts'
import { Button } from '../../part/button.tsx'
import { pagesAround, pageSize } from '../../edit/list-state.ts'
import type { Count } from '../../edit/list-state.ts'

type Props = {
  count: Count
  counting: boolean
  page: number
  shown: number
  selected: boolean
  onPage: (page: number) => void
  onCountAll: () => void
  /** The buttons for the view. */
  children: ReactNode
}

export const Footer = ({ count, counting, page, shown, selected, onPage, onCountAll, children }: Props) => {
  const pages = Math.max(1, Math.ceil(count.known / pageSize)) + (count.more ? 1 : 0)
  const from = (page - 1) * pageSize
  return (
    <div className="list-footer no-print">
      <span>
        <b>
          {formatFigure(count.known)}
          {count.more && '+'}
        </b>{' '}
        {count.known === 1 && !count.more ? 'record' : 'records'}
      </span>
      {count.more && !counting && <Button look="link" label="Count all" onClick={onCountAll} />}
      {selected && <span className="secondary">1 selected</span>}
      {children}
      {pages > 1 && (
        <nav className="pages" aria-label="Pages">
          <span className="secondary">
            {formatFigure(from + 1)} – {formatFigure(from + shown)} of {formatFigure(count.known)}
            {count.more && '+'}
          </span>
          <button type="button" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={16} />
          </button>
          {pagesAround(page, pages).map((one, i) =>
            one === 0 ? (
              <span key={`gap ${i}`}>…</span>
            ) : (
              <button
                key={one}
                type="button"
                aria-label={`Page ${one}`}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => onPage(one)}
              >
                {one}
              </button>
            ),
          )}
          <button type="button" aria-label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} />
          </button>
        </nav>
      )}
    </div>
  )
}
