// The saved views of a list by their names, at its foot: each is one click away, the one that is shown is pressed.
import type { Model } from '../../../core/model.ts'
import { useGet } from '../../api/cache.ts'
import { Button } from '../../part/button.tsx'
import type { ListSearch } from '../list-search.ts'

/** A list as it is looked at, kept under a name: one's own, or that of a role. */
export type View = {
  readonly ListViewId: number
  readonly Name: string
  readonly RoleId: number | null
  readonly View: ListSearch
}
/** What a list has room for; the others are in its dialog. */
const most = 4

const inOrder = (search: ListSearch): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name, value]) => name !== 'page' && value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
/** Whether the address says what a view says, whatever the page. */
export const isShown = (search: ListSearch, view: ListSearch): boolean => inOrder(search) === inOrder(view)

type Props = { readonly model: Model; readonly search: ListSearch; readonly onGo: (to: ListSearch) => void }
export const NamedViews = ({ model, search, onGo }: Props) => {
  const { data: views = [] } = useGet<View[]>(`/api/listviews/${model.id}`)
  if (views.length === 0) return null
  return (
    <nav className="named-views" aria-label="Saved views">
      {views.slice(0, most).map(({ ListViewId, Name, View: view }) => (
        <Button key={ListViewId} label={Name} look="link" pressed={isShown(search, view)} onClick={() => onGo(view)} />
      ))}
    </nav>
  )
}
