// The guide has a page for every screen and role with pictures, its links work, and its words find it.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { roles } from '../../core/user.ts'
import { isScreen, headsInOrder } from '../modules.ts'
import { blocksOf, idOf, isHead, isPicture, linesOf, wordsIn } from './markdown.ts'
import { helpFor, isPage, pages, type PageId } from './pages.ts'
import { pictureAt, pictureNames, pictureSize } from './pictures.ts'
import { findInGuide, guideText } from './texts.ts'

const ids = Object.keys(pages).filter(isPage)
const isThere = (page: string, head: string): boolean =>
  isPage(page) && (head === '' || guideText(page).some((block) => isHead(block) && idOf(block.text) === head))

test('every page begins with its title and has a text', () => {
  for (const id of ids) {
    expect(guideText(id)[0]).toMatchObject({ type: 'heading', depth: 1, text: pages[id] })
    expect(guideText(id).length).toBeGreaterThan(5)
  }
})

test('every list and screen, in every role, leads to an existing part of the guide', () => {
  const screens = [undefined, 'turnaround', ...headsInOrder().map(({ id }) => id)]
  const wrong = screens.flatMap((id) =>
    Object.values(roles).flatMap((role) => {
      const { page, head } = helpFor(id, role.id)
      return isThere(page, head) && (id === undefined || head !== '') ? [] : [`${id} ${role.label}: ${page}#${head}`]
    }),
  )
  expect(wrong).toEqual([])
  expect(isScreen('turnaround')).toBe(true)
})

test('every link of the guide leads to a part of it', () => {
  const links = ids.flatMap((id) =>
    guideText(id).flatMap((block) =>
      linesOf(block).flatMap((line) => line.flatMap((part) => (part.type === 'link' ? [String(part.href)] : []))),
    ),
  )
  expect(links.length).toBeGreaterThan(2)
  expect(links.filter((to) => !isThere(to.split('#')[0] ?? '', to.split('#')[1] ?? ''))).toEqual([])
})

const picturesOf = (page: PageId) => guideText(page).flatMap((block) => linesOf(block).flat().filter(isPicture))

test('every page has one picture or two, and says in words what each shows', () => {
  for (const id of ids) {
    const pictures = picturesOf(id)
    expect(pictures.length, id).toBeGreaterThanOrEqual(1)
    expect(pictures.length, id).toBeLessThanOrEqual(2)
    for (const { href, text } of pictures) {
      expect(pictureAt(href), href).toBeDefined()
      expect(text.length, `${href}: ${text}`).toBeGreaterThan(30)
    }
  }
})

test('every picture is shown by one page, is small, and has the size that the page keeps free', async () => {
  const shown = ids.flatMap((id) => picturesOf(id).map(({ href }) => href.replace('../', '../../docs/')))
  expect(shown.sort()).toEqual([...pictureNames].sort())
  for (const name of pictureNames) {
    const file = readFileSync(new URL(name, import.meta.url))
    const { format, width, height } = await sharp(file).metadata()
    expect({ format, width, height }, name).toEqual({ format: 'webp', ...pictureSize })
    expect(file.length, name).toBeLessThanOrEqual(60_000)
  }
})

test('a search needs all its words and ranks heads before texts', () => {
  expect(findInGuide('cheques')[0]).toMatchObject({ page: 'accounts', head: 'cheques' })
  expect(findInGuide('letterhead logo').map(({ page }) => page)).toContain('first-hour')
  expect(findInGuide('no such word anywhere')).toEqual([])
  expect(findInGuide('')).toEqual([])
})

test('a text has heads, paragraphs and lists of text, bold, keys, links and pictures: only what a page can show', () => {
  const blocks = ids.flatMap((id) => guideText(id))
  const parts = blocks.flatMap((block) => linesOf(block).flat())
  expect([...new Set(parts.map(({ type }) => type))].sort()).toEqual(['codespan', 'image', 'link', 'strong', 'text'])
  const words = blocksOf('Press **Save** (`Alt S`) <b>').flatMap((block) => linesOf(block).flat().map(wordsIn))
  expect(words).toEqual(['Press ', 'Save', ' (', 'Alt S', ') ', '<b>'])
})
