// What a key does in a cell of the grid, as a decision; the grid carries it out.

export type CellKey = {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}
export type CellAt = {
  /** Whether the cell is being typed into. */
  readonly edits: boolean
  /** A cell of the heads. */
  readonly head: boolean
  /** The row in which the next one is begun. */
  readonly blank: boolean
  /** What the cell holds: a record that is picked, a value that is typed, or the button at the row's end. */
  readonly holds: 'record' | 'value' | 'button'
  readonly canEdit: boolean
  readonly canRemove: boolean
  /** Whether a row opens in a dialog of its own. */
  readonly opens: boolean
}
/**
 * - `grid`: what a grid does by itself (arrows, Tab, typing);
 * - `screen`: not the grid's, for the screen or the browser;
 * - `keep`: what was typed is kept, and the next cell is gone to;
 * - `next`, `last`, `pick`, `open`, `remove`: the next cell, the row's last one, the picker, the row's dialog, the row
 * taken out;
 * - `nothing`: the cell answers to the key, but not now.
 */
export type CellAct = 'grid' | 'screen' | 'keep' | 'next' | 'last' | 'pick' | 'open' | 'remove' | 'nothing'

/** The character that a key begins a value with; empty for any other key. */
export const begins = ({ key }: Pick<CellKey, 'key'>): string => (key.length === 1 && key !== ' ' ? key : '')

export type BegunKey = { readonly put: (key: string) => void; readonly take: () => string }
/** Holds the key that opens a cell until the cell, once it stands, takes it. */
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
  // the sheet of all keys: no product and no remark begins with it
  if (key === '?') return 'screen'
  if (at.head) return 'grid'
  // the blank row is the way out of the grid
  if (key === 'Tab' && at.blank) return 'screen'
  if (key === 'F2' && at.opens && !at.blank) return 'open'
  // the last value, not the button behind it: a space typed there would take the row out
  if (key === 'End' && at.holds !== 'button') return 'last'
  if (at.holds === 'button') return (key === 'Enter' || key === ' ') && at.canRemove && !at.blank ? 'remove' : 'grid'
  if (at.holds === 'record') {
    if (key !== 'Enter' && key !== 'F2' && key.length !== 1) return 'grid'
    if (at.canEdit) return 'pick'
    return key === 'Enter' ? 'next' : 'nothing'
  }
  return key === 'Enter' && !at.canEdit ? 'next' : 'grid'
}
