// A page of the user guide: its text, and beside it all the others.
import { Link, getRouteApi, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useArrival } from '../record/use-arrival.ts'
import type { Block, Inline } from './markdown.ts'
import { isPage, pages, type PageId } from './pages.ts'
import { guideText } from './texts.ts'
import './guide.css'

const route = getRouteApi('/shell/guide/$pageId')

const Parts = ({ line }: { line: readonly Inline[] }) =>
  line.map((part, at) => {
    if (part.kind === 'bold') return <b key={at}>{part.text}</b>
    if (part.kind === 'key')
      return (
        <kbd key={at} className="key">
          {part.text}
        </kbd>
      )
    if (part.kind !== 'link') return part.text
    const [page = '', head] = part.to.split('#')
    return (
      <Link key={at} to="/guide/$pageId" params={{ pageId: page }} {...(head !== undefined && { hash: head })}>
        {part.text}
      </Link>
    )
  })

const BlockText = ({ block }: { block: Block }) => {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Parts line={block.line} />
      </p>
    )
  if (block.kind === 'head') return block.level === 1 ? <h1>{block.text}</h1> : <h2 id={block.id}>{block.text}</h2>
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.lines.map((line, at) => (
        <li key={at}>
          <Parts line={line} />
        </li>
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
