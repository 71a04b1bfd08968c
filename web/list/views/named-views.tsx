// The saved views of a list by name, at its foot: one click opens each, the current one is pressed.
import type { viewsOfList } from '../../../core/answer/questions.ts'
import type { RowTo } from '../../../core/answer/answer.ts'
import type { Model } from '../../../core/model.ts'
import { useAnswer } from '../../api/cache.ts'
import { Button } from '../../part/button.tsx'
import { listSearch, type ListSearch } from '../list-search.ts'

/** A saved view of a list with its name: the user's own, or that of a role. */
export type View = RowTo<typeof viewsOfList>
/** As many as a list has room for; the others are in its dialog. */
const most = 4

const inOrder = (search: ListSearch): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name, value]) => name !== 'page' && value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
/** Whether the address shows this view, on any page. */
export const isShown = (search: ListSearch, view: ListSearch): boolean => inOrder(search) === inOrder(view)

type Props = { readonly model: Model; readonly search: ListSearch; readonly onGo: (to: ListSearch) => void }
export const NamedViews = ({ model, search, onGo }: Props) => {
  const { data: views = [] } = useAnswer<typeof viewsOfList>({ path: `listviews/${model.id}` })
  if (views.length === 0) return null
  return (
    <nav className="named-views" aria-label="Saved views">
      {views.slice(0, most).map(({ ListViewId, Name, View: kept }) => {
        const view = listSearch(kept)
        const isPressed = isShown(search, view)
        return <Button key={ListViewId} label={Name} look="link" pressed={isPressed} onClick={() => onGo(view)} />
      })}
    </nav>
  )
}
