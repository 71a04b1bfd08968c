// By how many days a key moves the date in its field.

type Pressed = { readonly key: string; readonly altKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean }
/** Up is a day later, down a day earlier; 0 for any other key. */
export const dayStep = ({ key, altKey, ctrlKey, metaKey }: Pressed): number =>
  altKey || ctrlKey || metaKey ? 0 : key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0
