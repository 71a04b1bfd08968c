// Decides what a key does in a cell of the grid; the grid carries it out.

export type CellKey = {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}
export type CellAt = {
  /** Whether the cell is being typed into. */
  readonly edits: boolean
  /** A cell of the head row. */
  readonly head: boolean
  /** The row in which the user starts a new one. */
  readonly blank: boolean
  /** The cell's content: a record that is picked, a value that is typed, or the button at the row's end. */
  readonly holds: 'record' | 'value' | 'button'
  readonly canEdit: boolean
  readonly canRemove: boolean
  /** Whether a row opens in a dialog of its own. */
  readonly opens: boolean
}
/**
 * - `grid`: what a grid does by itself (arrows, Tab, typing);
 * - `screen`: left to the screen or the browser;
 * - `keep`: takes the typed value and moves to the next cell;
 * - `next`, `last`, `pick`, `open`, `remove`: moves to the next cell or the row's last one, opens the picker or the
 * row's dialog, removes the row;
 * - `nothing`: the cell handles the key, but not now.
 */
export type CellAct = 'grid' | 'screen' | 'keep' | 'next' | 'last' | 'pick' | 'open' | 'remove' | 'nothing'

/** The character with which a key starts a value; empty for any other key. */
export const begins = ({ key }: Pick<CellKey, 'key'>): string => (key.length === 1 && key !== ' ' ? key : '')

export type BegunKey = { readonly put: (key: string) => void; readonly take: () => string }
/** Stores the key that opens a cell until the cell is drawn and takes it. */
export const begunKey = (): BegunKey => {
  let held = ''
  const put = (key: string): void => void (held = key)
  const take = (): string => {
    const key = held
    put('')
    return key
  }
  return { put, take }
}

/** What the key does there. */
export const actOf = (pressed: CellKey, at: CellAt): CellAct => {
  const { key } = pressed
  if (pressed.altKey) return 'screen'
  if (pressed.ctrlKey || pressed.metaKey) return 'grid'
  if (at.edits) return key === 'Enter' ? 'keep' : 'grid'
  // the sheet of all keys: no product or remark starts with it
  if (key === '?') return 'screen'
  if (at.head) return 'grid'
  // the blank row leads out of the grid
  if (key === 'Tab' && at.blank) return 'screen'
  if (key === 'F2' && at.opens && !at.blank) return 'open'
  // the last value, not the button behind it: a space typed there would remove the row
  if (key === 'End' && at.holds !== 'button') return 'last'
  if (at.holds === 'button') return (key === 'Enter' || key === ' ') && at.canRemove && !at.blank ? 'remove' : 'grid'
  if (at.holds === 'record') {
    if (key !== 'Enter' && key !== 'F2' && key.length !== 1) return 'grid'
    if (at.canEdit) return 'pick'
    return key === 'Enter' ? 'next' : 'nothing'
  }
  return key === 'Enter' && !at.canEdit ? 'next' : 'grid'
}
