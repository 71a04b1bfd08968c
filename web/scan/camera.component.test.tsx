// The camera as a scanner. The browser of the tests has neither a camera nor a barcode reader: small fakes of these two
// show the code before them.
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Snackbars } from '../message/snackbar.tsx'
import { dismiss, readNotes } from '../message/snackbar-store.ts'
import { ScanBox } from './scan-box.tsx'
import '../tokens.css'
import '../base.css'

/** The code before the camera. */
let held: string | undefined
let formats: readonly string[] = []
let stream: MediaStream | undefined
class Reader {
  constructor(options: { formats: readonly string[] }) {
    formats = options.formats
  }
  detect(): Promise<readonly { rawValue: string }[]> {
    return Promise.resolve(held === undefined ? [] : [{ rawValue: held }])
  }
}
const has = (name: 'BarcodeDetector', value: unknown): void => {
  if (value === undefined) Reflect.deleteProperty(globalThis, name)
  else Object.defineProperty(globalThis, name, { value, configurable: true })
}
const camera = (open: () => Promise<MediaStream>): void => {
  Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: open, configurable: true })
}

let shown: { root: Root; place: HTMLElement }
const scanned: string[] = []
const show = (): void => {
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <>
      <ScanBox
        placeholder="Scan"
        isReady
        onType={() => undefined}
        onScan={(text) => {
          scanned.push(text)
          return text === 'A-1'
            ? { ok: true, code: text, text: 'received' }
            : { ok: false, code: '', text: `No ${text}` }
        }}
      />
      <Snackbars />
    </>,
  )
}
beforeEach(() => {
  held = undefined
  scanned.length = 0
  has('BarcodeDetector', Reader)
  camera(() => {
    stream = document.createElement('canvas').captureStream()
    return Promise.resolve(stream)
  })
})
afterEach(() => {
  shown.root.unmount()
  shown.place.remove()
  has('BarcodeDetector', undefined)
  Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia')
  for (const { id } of readNotes()) dismiss(id)
})
const button = page.getByRole('button', { name: 'Scan with the camera' })
const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })

test('a code before the camera is scanned once, a new code again, with results below the picture', async () => {
  show()
  await userEvent.click(button)
  await expect.element(dialog).toBeVisible()
  held = 'A-1'
  await expect.element(dialog.getByText('received', { exact: false })).toBeVisible()
  held = undefined
  held = 'A-1'
  held = 'B-2'
  await expect.element(dialog.getByRole('alert').getByText('No B-2')).toBeVisible()
  held = 'A-1'
  await expect.poll(() => scanned).toEqual(['A-1', 'B-2', 'A-1'])
  await expect.element(page.getByText('2 scanned, 1 refused')).toBeInTheDocument()
  expect(formats).toEqual(['code_128'])
})

test('the camera is released when its dialog closes', async () => {
  show()
  await userEvent.click(button)
  await expect.poll(() => stream?.active).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => stream?.active).toBe(false)
})

test('a refused camera shows a message and closes', async () => {
  camera(() => Promise.reject(new DOMException('Permission denied', 'NotAllowedError')))
  show()
  await userEvent.click(button)
  await expect.element(page.getByText('The camera cannot be used here')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a browser that cannot read barcodes shows no button', async () => {
  has('BarcodeDetector', undefined)
  show()
  await expect.element(page.getByLabelText('Scan or type')).toBeVisible()
  expect(button.elements()).toEqual([])
})
