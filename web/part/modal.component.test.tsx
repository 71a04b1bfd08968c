// A dialog takes the keys only while it shows.
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

afterEach(clear)

test('a key pressed after a dialog closes goes to the screen behind it, an earlier one does not', async () => {
  const pressed: string[] = []
  const close = Promise.withResolvers<undefined>()
  const Screen = () => {
    const [open, setOpen] = useState(true)
    void close.promise.then(() => setOpen(false))
    return (
      <>
        <Button label="Save" hotkey="alt+s" onClick={() => pressed.push('Save')} />
        {open && (
          <Modal title="Import" onClose={() => undefined}>
            <p>Csv file</p>
          </Modal>
        )}
      </>
    )
  }
  const press = () =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 's', code: 'KeyS', altKey: true, bubbles: true, cancelable: true }),
    )
  draw(<Screen />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  press()
  expect(pressed).toEqual([])
  // called as soon as it leaves the page, before the next drawing
  const gone = Promise.withResolvers<undefined>()
  const watcher = new MutationObserver(() => {
    if (document.querySelector('dialog')) return
    watcher.disconnect()
    press()
    gone.resolve(undefined)
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  close.resolve(undefined)
  await gone.promise
  expect(pressed).toEqual(['Save'])
})
