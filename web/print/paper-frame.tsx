// A paper inside the page: a PDF as the browser shows it. The keyboard stays where it was.
import { useCallback } from 'react'

type Props = { readonly title: string; readonly paper: Blob }
export const PaperFrame = ({ title, paper }: Props) => {
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (!frame) return undefined
      const address = URL.createObjectURL(paper)
      frame.src = `${address}#toolbar=0&view=FitH`
      return () => URL.revokeObjectURL(address)
    },
    [paper],
  )
  // reached by a click: a viewer in the order of Tab would not let go of it again
  return <iframe className="paper-frame" title={title} ref={show} tabIndex={-1} />
}
