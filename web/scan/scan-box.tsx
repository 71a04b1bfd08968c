// The box to type or scan into: it filters while typing, and Enter moves the one tube that matches.
import { IconAlertTriangle, IconBarcode, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { beep } from './beep.ts'
import { CameraScan } from './camera.tsx'
import './scan.css'

/** The result of a scan, shown next to the box. */
export type Said = { readonly ok: boolean; readonly code: string; readonly text: string }

type Props = {
  placeholder: string
  /** The screen's main field: it has the focus when editing begins. */
  isFirst?: boolean
  /** The list to scan from is loaded; until then scans wait. */
  isReady: boolean
  /** Each change of the text. */
  onType: (text: string) => void
  /** Enter, or a code that the camera saw. */
  onScan: (text: string) => Said
}
type Counts = { readonly scanned: number; readonly refused: number }

type SaidAt = Said & { readonly at: Date }
const Words = ({ said }: { said: SaidAt | undefined }) => (
  <span className={`said ${said?.ok === false ? 'bad' : ''}`} role={said?.ok === false ? 'alert' : 'status'}>
    {said && (
      <>
        {said.ok ? <IconCircleCheck size={18} stroke={1.6} /> : <IconAlertTriangle size={18} stroke={1.6} />}
        <span>
          {said.code && <b>{said.code}</b>} {said.text}
        </span>
        <span className="quiet">{formatDateTime(said.at.toISOString()).slice(12)}</span>
      </>
    )}
  </span>
)

export const ScanBox = ({ placeholder, isFirst = false, isReady, onType, onScan }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  const early = useRef<string[]>([])
  const [said, setSaid] = useState<SaidAt>()
  const [counts, setCounts] = useState<Counts>({ scanned: 0, refused: 0 })
  /** Whether it was taken. A scan before the list is loaded waits for it, so that none is lost. */
  const scan = (text: string): boolean => {
    if (!isReady) return early.current.push(text) > 0
    const result = onScan(text)
    setSaid({ ...result, at: new Date() })
    setCounts(({ scanned, refused }) =>
      result.ok ? { scanned: scanned + 1, refused } : { scanned, refused: refused + 1 },
    )
    if (!result.ok) beep()
    return result.ok
  }
  const catchUp = useEffectEvent(() => {
    for (const text of early.current.splice(0)) scan(text)
  })
  useEffect(() => {
    if (isReady) catchUp()
  }, [isReady])
  const enter = () => {
    const input = box.current
    if (!input || input.value.trim() === '') return
    // a refused code remains visible; the next scan, or key, replaces it
    if (!scan(input.value)) return input.select()
    input.value = ''
    onType('')
  }
  return (
    <section className="card scan" aria-label="Scan">
      <span className="scan-box">
        <IconBarcode size={16} stroke={1.6} />
        <input
          ref={box}
          className="input"
          aria-label="Scan or type"
          placeholder={placeholder}
          autoComplete="off"
          data-first={isFirst || undefined}
          spellCheck={false}
          onInput={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            enter()
          }}
        />
      </span>
      <CameraScan onScan={scan} said={<Words said={said} />} />
      <Words said={said} />
      <span className="scan-counts secondary">
        {counts.scanned} scanned, {counts.refused} refused
      </span>
    </section>
  )
}
