// The page for a screen that crashed, a server that did not answer at the start, or a screen that an update removed.
import { useEffect, useRef, useState } from 'react'
import { unreachable } from '../api/api.ts'
import { ErrorPage } from './error-page.tsx'
import { askVersion, isMissingScreen } from './newer.ts'

/** Milliseconds after which a server that did not answer is asked again. */
const pause = 4_000
/** Each part of a screen that failed asks; the first answer reads the page again. */
let isLeaving = false
const readAgain = (): void => {
  if (isLeaving) return
  isLeaving = true
  location.reload()
}

/**
 * Whether a screen could not be loaded since the server does not answer. The page is read again as soon as it does: a
 * browser may remember that a part of it failed.
 */
const useAway = (error: unknown): boolean => {
  const [isAway, setAway] = useState(false)
  const wasAway = useRef(false)
  useEffect(() => {
    if (!isMissingScreen(error)) return undefined
    let timer = 0
    const look = async (): Promise<void> => {
      const version = await askVersion()
      // the address is already that of the next screen, and what was typed is stored as a draft
      if (version === 'newer' || (version === 'same' && wasAway.current)) return readAgain()
      setAway(version === undefined)
      wasAway.current = version === undefined
      if (version === undefined) timer = window.setTimeout(() => void look(), pause)
    }
    void look()
    return () => clearTimeout(timer)
  }, [error])
  return isAway
}

export const CrashPage = ({ error, reset }: { error?: unknown; reset?: () => void }) => {
  const again = (
    <button className="button" type="button" onClick={() => (reset ? reset() : location.assign('/'))}>
      Try again
    </button>
  )
  if (useAway(error))
    return (
      <ErrorPage heading={unreachable} text="This screen opens by itself as soon as the server answers.">
        {again}
      </ErrorPage>
    )
  return (
    <ErrorPage
      number={500}
      heading="Houston, we have a problem!"
      text="The page you are looking for is temporarily unavailable."
    >
      {again}
    </ErrorPage>
  )
}
