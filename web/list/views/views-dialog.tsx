// The view of a list: which columns in which order, and saved views by name.
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Model } from '../../../core/model.ts'
import { inSentence } from '../../../core/titles.ts'
import { isPrivileged } from '../../../core/user.ts'
import { delTo, messageOf, postTo } from '../../api/api.ts'
import { forget, useAnswer } from '../../api/cache.ts'
import { say, sayError } from '../../message/snackbar-store.ts'
import { Button } from '../../part/button.tsx'
import { Labelled } from '../../part/labelled.tsx'
import { Modal } from '../../part/modal.tsx'
import { useSession } from '../../session/session.ts'
import { keepColumns } from '../filter/saved-filter.ts'
import { listSearch, type ListSearch } from '../list-search.ts'
import type { Column } from '../table/columns.ts'
import { choicesOf, moved, namesOf, toggled, type Choice } from './chosen.rules.ts'
import type { View } from './named-views.tsx'
import { allRoles, type viewDeleted, type viewSaved, type viewsOfList } from '../../../core/answer/questions.ts'
import './views.css'

const Columns = ({ choices, onChange }: { choices: readonly Choice[]; onChange: (to: readonly Choice[]) => void }) => (
  <ul className="column-choices" aria-label="Columns">
    {choices.map((choice, at) => (
      <li key={choice.name}>
        <label>
          <input
            type="checkbox"
            autoFocus={at === 0}
            checked={choice.isOn}
            onChange={() => onChange(toggled(choices, choice.name))}
          />
          {choice.title}
        </label>
        <Button
          label={`${choice.title} up`}
          look="icon"
          icon={IconArrowUp}
          reason={at === 0 ? 'It is the first' : undefined}
          onClick={() => onChange(moved(choices, choice.name, -1))}
        />
        <Button
          label={`${choice.title} down`}
          look="icon"
          icon={IconArrowDown}
          reason={at === choices.length - 1 ? 'It is the last' : undefined}
          onClick={() => onChange(moved(choices, choice.name, 1))}
        />
      </li>
    ))}
  </ul>
)

/** What is read again after a change. */
const pathOf = (moduleId: string): string => `/api/listviews/${moduleId}`
type SavedProps = {
  readonly moduleId: string
  readonly onTake: (view: ListSearch) => void
}
const Saved = ({ moduleId, onTake }: SavedProps) => {
  const session = useSession()
  const views = useAnswer<typeof viewsOfList>({ path: `listviews/${moduleId}` })
  const remove = async ({ ListViewId }: View) => {
    try {
      await delTo<typeof viewDeleted>({ path: `listviews/${ListViewId}` })
      await forget(pathOf(moduleId))
    } catch (error) {
      sayError(error)
    }
  }
  if (views.error) return <p role="alert">{messageOf(views.error)}</p>
  if ((views.data ?? []).length === 0) return <p className="quiet">No saved views yet.</p>
  return (
    <ul className="saved-views" aria-label="Saved views">
      {(views.data ?? []).map((view) => (
        <li key={view.ListViewId}>
          <Button label={view.Name} look="link" onClick={() => onTake(listSearch(view.View))} />
          {view.RoleId !== null && <small className="quiet">of the role</small>}
          {(view.RoleId === null || isPrivileged(session.Role)) && (
            <Button label={`Delete ${view.Name}`} look="icon" icon={IconTrash} onClick={() => void remove(view)} />
          )}
        </li>
      ))}
    </ul>
  )
}

const SaveAs = ({ moduleId, view }: { moduleId: string; view: ListSearch }) => {
  const session = useSession()
  const mayShare = isPrivileged(session.Role)
  const roles = useAnswer(mayShare ? allRoles : undefined)
  const [Name, setName] = useState('')
  const [whose, setWhose] = useState('')
  const [error, setError] = useState<string>()
  const save = async () => {
    try {
      const RoleId = whose === '' ? null : Number(whose)
      const { message } = await postTo<typeof viewSaved>(
        { path: 'listviews/' },
        { ModuleId: moduleId, Name, RoleId, View: view },
      )
      say(message)
      setName('')
      setError(undefined)
      await forget(pathOf(moduleId))
    } catch (refused) {
      setError(messageOf(refused))
    }
  }
  return (
    <form
      className="save-view"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Labelled label="Save this view as" error={error}>
        {(given) => (
          <input
            {...given}
            className="input"
            value={Name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labelled>
      {mayShare && (
        <Labelled label="For">
          {(given) => (
            <select {...given} className="input" value={whose} onChange={(event) => setWhose(event.target.value)}>
              <option value="">Me</option>
              {(roles.data ?? []).map((role) => (
                <option key={role.RoleId} value={role.RoleId}>
                  {role.RoleName}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
      <Button label="Save view" submit onClick={() => undefined} />
    </form>
  )
}

type Props = {
  readonly model: Model
  /** All columns of the rows. */
  readonly columns: readonly Column[]
  /** The view in the address now. */
  readonly search: ListSearch
  readonly onGo: (to: ListSearch) => void
  readonly onClose: () => void
}
export const ViewsDialog = ({ model, columns, search, onGo, onClose }: Props) => {
  const session = useSession()
  const [choices, setChoices] = useState(() => choicesOf(columns, search.columns))
  const { columns: _before, page: _page, ...rest } = search
  const chosen = namesOf(choices, columns)
  const view: ListSearch = { ...rest, ...(chosen && { columns: chosen }) }
  const take = (to: ListSearch) => {
    onGo(to)
    onClose()
  }
  return (
    <Modal
      title={`View of ${inSentence(model.name)}`}
      width={760}
      height={520}
      onClose={onClose}
      footer={
        <>
          <Button label="All columns" onClick={() => setChoices(choicesOf(columns, undefined))} />
          <Button label="Cancel" onClick={onClose} />
          <Button
            label="Show"
            look="primary"
            onClick={() => {
              keepColumns(session, model.id, chosen)
              take(view)
            }}
          />
        </>
      }
    >
      <div className="views">
        <section>
          <h3>Columns</h3>
          <Columns choices={choices} onChange={setChoices} />
        </section>
        <section>
          <h3>Saved views</h3>
          <Saved moduleId={model.id} onTake={take} />
          <SaveAs moduleId={model.id} view={view} />
        </section>
      </div>
    </Modal>
  )
}
