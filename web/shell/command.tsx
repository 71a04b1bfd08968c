// Ctrl+K: finds a patient, a sale, an accession number, a barcode, an invoice or a screen, and goes there.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Head } from '../heads.ts'
import { answerTo } from '../api/api.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { Modal } from '../part/modal.tsx'
import { pages } from '../guide/pages.ts'
import { figuresFor, headsInOrder } from '../modules.ts'
import { may } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { anyRecord } from '../../core/answer/questions.ts'
import type { RowTo } from '../../core/answer/answer.ts'
import './command.css'

/** What the server finds: a word for its kind, its title, and its address. */
export type Found = RowTo<typeof anyRecord>

/** Address of the empty form: of the screen that opens its rows, with its list in the query. */
const emptyForm = ({ id, opens }: Head): string => (opens === undefined ? `/${id}` : `/${opens}?from=${id}`)

const wantedOf = (text: string): string => text.trim().toLowerCase()

/** From two letters on; a single figure may be a shipment's number. */
const isAsked = (wanted: string): boolean => wanted.length > 1 || /^\d$/.test(wanted)

/** The guide is loaded at the first search. */
const guideIn = async (wanted: string): Promise<readonly Found[]> => {
  const { findInGuide } = await import('../guide/texts.ts')
  return findInGuide(wanted).map(({ page, head, title }) => ({
    Kind: 'Guide',
    Title: title,
    Detail: pages[page],
    Path: head === '' ? `/guide/${page}` : `/guide/${page}#${head}`,
  }))
}

const useFound = (text: string): { found: readonly Found[]; waiting: boolean; answered: boolean } => {
  const session = useSession()
  const wanted = wantedOf(text)
  const answer = useQuery({
    queryKey: ['/api/search', { q: wanted }],
    queryFn: ({ signal }) => answerTo(anyRecord, { q: wanted }, signal),
    enabled: isAsked(wanted),
    placeholderData: (before) => before,
    retry: false,
  })
  const guide = useQuery({
    queryKey: ['guide', wanted],
    queryFn: () => guideIn(wanted),
    enabled: wanted.length > 2,
    staleTime: Infinity,
    retry: false,
  })
  const screens = [
    ...headsInOrder().flatMap((model) =>
      model.createdAnywhere !== undefined && may(session, model.id, 'create')
        ? [{ Kind: 'Action', Title: model.createdAnywhere, Detail: '', Path: emptyForm(model) }]
        : [],
    ),
    { Kind: 'Screen', Title: 'Dashboard', Detail: '', Path: '/summary/dashboard' },
    ...headsInOrder()
      .filter((model) => !model.hidden && may(session, model.id, 'list'))
      .map((model) => ({ Kind: 'Screen', Title: model.name, Detail: model.group, Path: `/summary/${model.id}` })),
    ...figuresFor(session).map(({ id, name, group }) => ({
      Kind: 'Screen',
      Title: name,
      Detail: group,
      Path: `/${id}`,
    })),
  ]
  // titles that start with the text come before others with it; otherwise the order of the sidebar
  const held = screens
    .filter((screen) => screen.Title.toLowerCase().includes(wanted))
    .sort((a, b) => Number(b.Title.toLowerCase().startsWith(wanted)) - Number(a.Title.toLowerCase().startsWith(wanted)))
  const called = held.filter((screen) => screen.Title.toLowerCase() === wanted)
  const found = isAsked(wanted) && Array.isArray(answer.data) ? answer.data : []
  return {
    // a screen with exactly this name comes before a record with the name
    found: [
      ...called,
      ...found,
      ...held.filter((screen) => !called.includes(screen)),
      ...(wanted.length > 2 ? (guide.data ?? []) : []),
    ].slice(0, 30),
    waiting: answer.isFetching,
    // until then the rows are those of the earlier text
    answered: !isAsked(wanted) || answer.isError || (answer.isSuccess && !answer.isPlaceholderData),
  }
}

/** The typed text, what was found and which row is marked; Enter goes there, also an early one. */
const useFinding = (list: string, start: string, onClose: () => void) => {
  const router = useRouter()
  const [text, setText] = useState(start)
  const [at, setAt] = useState(0)
  const shown = useDeferredValue(text)
  const { found, waiting, answered } = useFound(shown)
  const settled = answered && wantedOf(shown) === wantedOf(text)
  // Enter before the answer waits for it: a scanner sends it with the last digit
  const entered = useRef(false)
  // so does an arrow: it moves in the new rows, not in the earlier ones
  const steps = useRef(0)
  const current = Math.min(at, found.length - 1)
  const go = (one: Found | undefined) => {
    if (!one) return
    onClose()
    holdKeys('screen')
    router.history.push(one.Path)
  }
  const type = (now: string) => {
    entered.current = false
    steps.current = 0
    setText(now)
    setAt(0)
  }
  const goFirst = useEffectEvent(() => (found[0] ? go(found[0]) : dropKeys('screen')))
  const move = (step: number) => {
    if (found.length === 0) return
    const to = (current + (step % found.length) + found.length) % found.length
    setAt(to)
    document.getElementById(`${list}-${to}`)?.scrollIntoView({ block: 'nearest' })
  }
  const moveOn = useEffectEvent(() => {
    move(steps.current)
    steps.current = 0
    playKeys('dialog')
  })
  useEffect(() => {
    if (!settled) return
    if (steps.current !== 0) moveOn()
    if (!entered.current) return
    entered.current = false
    goFirst()
  }, [settled, shown])
  useEffect(() => playKeys('dialog'), [])
  const press = (event: KeyboardEvent) => {
    // else the same Enter presses a button of the question about unsaved changes
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Enter' && !settled) {
      entered.current = true
      holdKeys('screen')
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') go(found[current])
    if (step === undefined) return
    event.preventDefault()
    if (settled) return move(step)
    steps.current += step
    holdKeys('dialog', () => {
      steps.current = 0
    })
  }
  return { text, found, waiting, current, go, type, press, mark: setAt }
}

/** `start`: the initial text. */
export const Command = ({ start, onClose }: { start: string; onClose: () => void }) => {
  const list = useId()
  const { text, found, waiting, current, go, type, press, mark } = useFinding(list, start, onClose)
  return (
    <Modal title="Find" bare onClose={onClose} className="command">
      <input
        className="command-input"
        role="combobox"
        aria-label="Find"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
        placeholder="Patient, sale, accession number, barcode, invoice, report, shipment or screen"
        autoFocus
        value={text}
        onKeyDown={press}
        onChange={(event) => type(event.target.value)}
      />
      <div className="waiting">{waiting && <i />}</div>
      <div className="command-list" id={list} role="listbox" aria-label="Found">
        {found.map((one, index) => (
          <div
            key={`${one.Path} ${one.Title}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            onMouseMove={() => mark(index)}
            onClick={() => go(one)}
            onKeyDown={press}
          >
            <small>{one.Kind}</small>
            <span>{one.Title}</span>
            <em>{one.Detail}</em>
          </div>
        ))}
      </div>
      {found.length === 0 && !waiting && (
        <p className="quiet command-none">No match. Try a name, a phone number or an accession number.</p>
      )}
    </Modal>
  )
}
