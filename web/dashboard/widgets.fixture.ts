// Eight widgets of a role and what their statements answer, for the tests of where they are placed.
import type { Tried } from '../screen/no-server.fixture.ts'
import type { Widget } from './widgets.ts'

const first = 901
/** Four widgets that answer a total, then four that answer rows, at these targets. */
export const answeredWidgets = (targets: readonly string[]) => {
  const widgets: readonly Widget[] = targets.map((Target, at) => ({
    StatementId: first + at,
    Target,
    Source: 'S',
    WidgetId: at + 1,
    Label: `Widget ${first + at}`,
    QueryParameters: null,
  }))
  const asked: number[] = []
  const some = ({ url }: Tried): unknown => {
    const id = Number(/^\/api\/getdata\/(\d+)$/.exec(url.pathname)?.[1])
    if (id === 600) return widgets
    if (!widgets.some(({ StatementId }) => StatementId === id)) return undefined
    asked.push(id)
    return id < first + 4
      ? [
          {
            Total: 1_767_000 + id,
            Unit: '₹',
            Previous: 1_500_000,
            PreviousLabel: 'a week ago',
            Trend: [1, 2, 3, 4, 5, 6, 7, 8],
          },
        ]
      : [{ Sale: id, Patient: 'Asha Rao', SaleDate: '2026-11-20T11:45:00.000Z', SaleStatus: 'Partly received at lab' }]
  }
  return { widgets, some, asked }
}
