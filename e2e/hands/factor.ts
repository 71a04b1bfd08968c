// A second factor in a browser: sets up an authenticator and gives its codes.
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { arrives, button, shows } from './journey.ts'

/** The code of the authenticator, some seconds from now. */
export const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 })

/** From the secret on screen to the recovery codes. Answers both. */
export const confirmFactor = async (page: Page): Promise<{ secret: string; codes: readonly string[] }> => {
  const shown = page.getByLabel('Secret', { exact: true })
  await shows(shown)
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await shows(list.first())
  const codes = await list.allTextContents()
  await button(page, 'I have saved these codes').press('Enter')
  return { secret, codes }
}

/** The first sign-in of a user whose role demands a second factor. Answers its secret. */
export const setUpFactor = async (page: Page): Promise<string> => {
  await arrives(page, '/secondfactor')
  await button(page, 'Begin').press('Enter')
  return (await confirmFactor(page)).secret
}
