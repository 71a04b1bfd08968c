// The camera as a scanner, in browsers that read barcodes: each code is scanned once until another one is seen.
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Button } from '../part/button.tsx'
import { Modal } from '../part/modal.tsx'
import { sayError } from '../message/snackbar-store.ts'

type Detector = { detect(video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
// no standard library of types has it yet
declare global {
  interface Window {
    readonly BarcodeDetector?: new (options: { formats: readonly string[] }) => Detector
  }
}
const hasCamera = (): boolean =>
  window.BarcodeDetector !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'

const pause = 200

type Props = {
  onScan: (text: string) => void
  /** The result of the last scan: the picture covers its usual place. */
  said: ReactNode
}
const Camera = ({ onScan, said, onClose }: Props & { onClose: () => void }) => {
  const video = useRef<HTMLVideoElement>(null)
  const scan = useEffectEvent(onScan)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const Detects = window.BarcodeDetector
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = ''
    const look = async (detector: Detector) => {
      const [code] = video.current ? await detector.detect(video.current).catch(() => []) : []
      if (isOver) return
      if (code && code.rawValue !== last) {
        last = code.rawValue
        scan(last)
      }
      timer = setTimeout(() => void look(detector), pause)
    }
    const begin = async () => {
      if (!Detects) return
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return stream.getTracks().forEach((track) => track.stop())
      if (video.current) video.current.srcObject = stream
      await look(new Detects({ formats: ['code_128'] }))
    }
    begin().catch(() => {
      sayError('The camera cannot be used here')
      close()
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return (
    <Modal title="Scan with the camera" onClose={onClose} className="camera">
      <video ref={video} autoPlay playsInline muted aria-label="Camera" />
      {said}
    </Modal>
  )
}

/** A button that opens the camera; not drawn where there is none. */
export const CameraScan = ({ onScan, said }: Props) => {
  const [open, setOpen] = useState(false)
  if (!hasCamera()) return null
  return (
    <>
      <Button label="Scan with the camera" look="icon" icon={IconCamera} onClick={() => setOpen(true)} />
      {open && <Camera onScan={onScan} said={said} onClose={() => setOpen(false)} />}
    </>
  )
}
