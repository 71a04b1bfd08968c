// The files of a record: viewed, added and removed, by mouse and by keys.
import { sizeText } from '../../core/files/size.ts'
import { useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { contents, mayAddFile, mayBeOf, mayRemoveFile, maySend, partsOf } from '../../core/files/kept-files.ts'
import type { fileAdded, fileRemoved, filesOfRecord, KeptFile, partsOfFiles } from '../../core/answer/questions.ts'
import { reasonOf } from '../../core/refusal.ts'
import { isPrivileged } from '../../core/user.ts'
import { ApiError, delTo, messageOf } from '../api/api.ts'
import { postFile } from '../api/send-file.ts'
import { forget, useAnswer } from '../api/cache.ts'
import { ask, askText } from '../dialog/ask.ts'
import { withReason } from '../dialog/reason.ts'
import { say, sayError } from '../message/snackbar-store.ts'
import { Button } from '../part/button.tsx'
import { Labelled } from '../part/labelled.tsx'
import { Modal } from '../part/modal.tsx'
import { Waiting } from '../part/waiting.tsx'
import { signedIn } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { openFile } from './file-link.tsx'
import { filesOf, pathOf } from './owner.ts'
import type { Owner } from './owner.ts'
import './documents.css'
import { newKey } from '../api/request-key.ts'

type Props = Owner & { mayChange: boolean; onClose: () => void }

/**
 * The parts of the record that files of a kind may be of, and the word for them; none where they are of the whole.
 * `unread`: why they are not known.
 */
const useParts = (owner: Owner, kind: string) => {
  const word = owner.files.about?.[kind]
  const question = word === undefined ? undefined : ({ path: `${filesOf(owner).path}/parts` } as const)
  const { data, error } = useAnswer<typeof partsOfFiles>(question, { Kind: kind })
  const unread = question === undefined || data ? undefined : error ? messageOf(error) : 'Loading'
  return { word, parts: data ?? [], unread }
}

const Row = ({ owner, one, mayChange }: { owner: Owner; one: KeptFile; mayChange: boolean }) => {
  const user = signedIn(useSession())
  const path = pathOf(owner)
  const { parts } = useParts(owner, one.Kind)
  const of = parts.filter(({ Key }) => one.About?.includes(Key)).map(({ Name }) => Name)
  const open = () => withReason(Number(owner.formId), () => openFile(`${path}/${one.KeptFileId}`)).catch(sayError)
  const remove = async () => {
    if (!(await ask({ text: `Remove ${one.Name} ?` }))) return
    const gone = async (query = {}) => {
      const { message } = await delTo<typeof fileRemoved>({ path: `${filesOf(owner).path}/${one.KeptFileId}` }, query)
      say(message)
    }
    try {
      await gone()
    } catch (error) {
      // something rests on it: it is withdrawn
      const isResting = error instanceof ApiError && error.code === 'rests'
      if (!isResting) sayError(error)
      const Reason = isResting ? await askText({ title: 'Withdraw', label: 'Reason', text: error.message }) : undefined
      if (Reason !== undefined) await gone({ Reason }).catch(sayError)
    }
    await forget(path)
  }
  return (
    <li>
      <span className="document-name">
        <button type="button" className="button link" onClick={() => void open()}>
          {one.Name}
        </button>
        <span className="secondary">
          {[owner.files.kinds.find(([kind]) => kind === one.Kind)?.[1], ...of, sizeText(one.Size)].join(', ')}
          {one.WithdrawnOn && `, withdrawn ${formatDateTime(one.WithdrawnOn)}: ${one.WithdrawnFor ?? ''}`}
        </span>
      </span>
      <span className="quiet">
        {one.FullName}, {formatDateTime(one.createdAt)}
      </span>
      {mayChange && !one.WithdrawnOn && (
        <Button
          label="Remove"
          reason={reasonOf(mayRemoveFile(one, user.UserId, isPrivileged(user)))}
          onClick={() => void remove()}
        />
      )}
    </li>
  )
}

const Add = ({ owner, count }: { owner: Owner; count: number }) => {
  const { files } = owner
  const [kind, setKind] = useState(files.kinds[0]?.[0] ?? '')
  const [chosen, setChosen] = useState<File>()
  const { word, parts, unread } = useParts(owner, kind)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const about = partsOf(ticked, word === undefined ? undefined : parts)
  const unsaid = unread ?? reasonOf(mayBeOf(files, kind, about, parts))
  // sent again after a lost answer, it is stored once
  const [requestKey, setRequestKey] = useState<string>(() => newKey())
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  // after a file is sent, a new chooser replaces the old one
  const [turn, setTurn] = useState(0)
  const wrong = chosen && reasonOf(maySend(files, chosen.size))
  const reason = reasonOf(mayAddFile(files, count)) ?? (chosen ? (wrong ?? unsaid) : 'Choose a file first')
  const send = async () => {
    if (!chosen) return
    setBusy(true)
    setRefused(undefined)
    try {
      const { message } = await postFile<typeof fileAdded>(
        filesOf(owner),
        chosen,
        { Kind: kind, Name: chosen.name, ...(about !== null && { About: about.join(',') }) },
        requestKey,
      )
      say(message)
      setChosen(undefined)
      setTicked([])
      setTurn(turn + 1)
      await forget(pathOf(owner))
    } catch (error) {
      setRefused(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="document-add">
      <Labelled label="Kind">
        {(given) => (
          <select
            {...given}
            className="input"
            value={kind}
            onChange={(event) => {
              setKind(event.target.value)
              setRequestKey(newKey())
            }}
          >
            {files.kinds.map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {word !== undefined && parts.length > 1 && (
        <fieldset className="document-parts">
          <legend className="secondary">{word}</legend>
          {parts.map(({ Key, Name }) => (
            <label key={Key}>
              <input
                type="checkbox"
                checked={ticked.includes(Key)}
                onChange={({ target }) => {
                  setTicked(target.checked ? [...ticked, Key] : ticked.filter((one) => one !== Key))
                  setRequestKey(newKey())
                }}
              />{' '}
              {Name}
            </label>
          ))}
        </fieldset>
      )}
      <Labelled label="File" error={refused ?? wrong}>
        {(given) => (
          <input
            {...given}
            key={turn}
            type="file"
            accept={files.content.flatMap((one) => contents[one].endings.map((ending) => `.${ending}`)).join(',')}
            onChange={(event) => {
              setRefused(undefined)
              setChosen(event.target.files?.[0])
              setRequestKey(newKey())
            }}
          />
        )}
      </Labelled>
      <Button label="Add" look="primary" busy={busy} reason={reason} onClick={() => void send()} />
    </div>
  )
}

export const DocumentsDialog = ({ mayChange, onClose, ...owner }: Props) => {
  const { data: files, error } = useAnswer<typeof filesOfRecord>(filesOf(owner))
  return (
    <Modal
      title="Documents"
      width={720}
      height={520}
      onClose={onClose}
      footer={<Button label="Close" onClick={onClose} autoFocus />}
    >
      {error && (
        <p className="band bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      {!files && !error && <Waiting />}
      {files?.length === 0 && <p className="quiet">No documents yet.</p>}
      <ul className="documents" aria-label="Documents">
        {files?.map((one) => (
          <Row key={one.KeptFileId} owner={owner} one={one} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && files && <Add owner={owner} count={files.length} />}
    </Modal>
  )
}
