// A page of the user guide: its text and pictures, and links to all other pages.
import { Link, getRouteApi, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useArrival } from '../record/use-arrival.ts'
import { idOf, isHead, isLink, isPicture, linesOf, wordsIn, type Block, type Token } from './markdown.ts'
import { isPage, pages, type PageId } from './pages.ts'
import { pictureAt, pictureSize } from './pictures.ts'
import { guideText } from './texts.ts'
import './guide.css'

const route = getRouteApi('/shell/guide/$pageId')

const Parts = ({ line }: { line: readonly Token[] }) =>
  line.map((part, at) => {
    if (part.type === 'strong') return <b key={at}>{wordsIn(part)}</b>
    if (part.type === 'codespan')
      return (
        <kbd key={at} className="key">
          {wordsIn(part)}
        </kbd>
      )
    if (isPicture(part)) {
      const address = pictureAt(part.href)
      // in the column it is smaller than the screen that it shows
      return (
        <a key={at} href={address} target="_blank" rel="noreferrer">
          <img src={address} alt={part.text} loading="lazy" {...pictureSize} />
        </a>
      )
    }
    if (!isLink(part)) return wordsIn(part)
    const [page = '', head] = part.href.split('#')
    return (
      <Link key={at} to="/guide/$pageId" params={{ pageId: page }} {...(head !== undefined && { hash: head })}>
        {wordsIn(part)}
      </Link>
    )
  })

const BlockText = ({ block }: { block: Block }) => {
  const lines = linesOf(block).map((line, at) => <Parts key={at} line={line} />)
  if (block.type === 'paragraph') return <p>{lines}</p>
  if (isHead(block)) return block.depth === 1 ? <h1>{block.text}</h1> : <h2 id={idOf(block.text)}>{block.text}</h2>
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {lines.map((line, at) => (
        <li key={at}>{line}</li>
      ))}
    </List>
  )
}

export const GuidePage = () => {
  const { pageId } = route.useParams()
  const page: PageId = isPage(pageId) ? pageId : 'first-hour'
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useArrival(true)
  useEffect(() => {
    const head = hash === '' ? null : document.getElementById(hash)
    if (head) head.scrollIntoView({ block: 'start' })
    else document.getElementById('screen')?.scrollTo({ top: 0 })
  }, [hash, page])
  return (
    <div className="guide">
      <nav aria-label="Guide">
        {Object.entries(pages).map(([id, title]) => (
          <Link key={id} to="/guide/$pageId" params={{ pageId: id }} aria-current={id === page ? 'page' : undefined}>
            {title}
          </Link>
        ))}
        <p className="secondary">
          <kbd className="key">?</kbd> shows the keys of a screen and leads here. <kbd className="key">Ctrl K</kbd>{' '}
          finds in this guide too.
        </p>
      </nav>
      <article className="card">
        {guideText(page).map((block, at) => (
          <BlockText key={at} block={block} />
        ))}
      </article>
    </div>
  )
}
