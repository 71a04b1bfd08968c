// Products typed into a bill on screen, for tests.
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

/** Types each code into the grid of products and takes what its picker finds. */
export const addProducts = async (...codes: readonly string[]): Promise<void> => {
  const head = page.getByRole('grid', { name: 'Products' }).getByRole('columnheader').first()
  head.element().focus()
  for (const code of codes) {
    await userEvent.keyboard(code)
    const dialog = page.getByRole('dialog', { name: 'Product' })
    await expect.element(dialog.getByRole('row', { selected: true }).getByText(code)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
}
