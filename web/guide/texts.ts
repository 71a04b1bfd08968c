// The texts of the guide, which come with the product; loaded when a user opens the help.
import { blocksOf, idOf, isHead, linesOf, wordsIn, type Block } from './markdown.ts'
import { isPage, pages, type PageId } from './pages.ts'

const files = import.meta.glob<string>('../../docs/guide/*.md', { query: '?raw', import: 'default', eager: true })

const written = new Map<PageId, readonly Block[]>(
  Object.entries(files).flatMap(([file, text]) => {
    const id = /([\w-]+)\.md$/.exec(file)?.[1] ?? ''
    return isPage(id) ? [[id, blocksOf(text)] as const] : []
  }),
)
export const guideText = (page: PageId): readonly Block[] => written.get(page) ?? []

const wordsOf = (block: Block): string =>
  linesOf(block)
    .map((line) => line.map(wordsIn).join(''))
    .join(' ')

export type Section = { readonly page: PageId; readonly head: string; readonly title: string; readonly words: string }
/** Each part of the guide under its head, with all its words. */
export const sections: readonly Section[] = [...written].flatMap(([page, blocks]) => {
  const parts: { page: PageId; head: string; title: string; words: string }[] = []
  for (const block of blocks) {
    if (isHead(block))
      parts.push({
        page,
        head: block.depth === 1 ? '' : idOf(block.text),
        title: block.depth === 1 ? pages[page] : block.text,
        words: '',
      })
    const last = parts.at(-1)
    if (last) last.words += ` ${wordsOf(block).toLowerCase()}`
  }
  return parts
})

/** Parts of the guide with every word somewhere: those with the words in their head come first. */
export const findInGuide = (wanted: string): readonly Section[] => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const inHead = ({ title }: Section): boolean => words.every((word) => title.toLowerCase().includes(word))
  return sections
    .filter((section) => words.every((word) => section.words.includes(word)))
    .sort((a, b) => Number(inHead(b)) - Number(inHead(a)))
    .slice(0, 5)
}
