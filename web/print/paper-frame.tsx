// A paper inside the page: a PDF as the browser shows it. The keyboard focus does not move into it.
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
  // reached by a click: Tab could not leave the viewer again
  return <iframe className="paper-frame" title={title} ref={show} tabIndex={-1} />
}
