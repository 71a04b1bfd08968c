// A kept file, opened in a window of its own.
import { file } from '../api/api.ts'
import { sayError } from '../message/snackbar-store.ts'
import { openWindow } from '../print/print.ts'
import { pathOf, type Owner } from './owner.ts'

/** Opens the file at an address. @throws where it is refused */
export const openFile = async (path: string): Promise<void> => {
  // opened at the key press or click: later the browser would refuse it
  const shown = openWindow()
  if (!shown) return sayError('The browser did not open a window. Allow pop-ups for this address.')
  try {
    shown.location.replace(URL.createObjectURL(await file('GET', path)))
  } catch (error) {
    shown.close()
    throw error
  }
}

type Props = Omit<Owner, 'files'> & { readonly fileId: number; readonly label: string }
export const FileLink = ({ fileId, label, ...owner }: Props) => (
  <button
    type="button"
    className="button link"
    onClick={() => void openFile(`${pathOf(owner)}/${fileId}`).catch(sayError)}
  >
    {label}
  </button>
)
