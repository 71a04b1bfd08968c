// The page for a screen that crashed, a server that did not answer at the start, or a screen that an update removed.
import { useEffect } from 'react'
import { ErrorPage } from './error-page.tsx'
import { isMissingScreen, isUpdated } from './newer.ts'

export const CrashPage = ({ error, reset }: { error?: unknown; reset?: () => void }) => {
  useEffect(() => {
    // the address is already that of the next screen, and what was typed is stored as a draft
    if (!isMissingScreen(error)) return undefined
    void isUpdated().then((is) => is && location.reload())
    // it could not be loaded: it is as soon as the line is back
    const again = () => reset?.()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [error, reset])
  return (
    <ErrorPage
      number={500}
      heading="Houston, we have a problem!"
      text="The page you are looking for is temporarily unavailable."
    >
      <button className="button" type="button" onClick={() => (reset ? reset() : location.assign('/'))}>
        Try again
      </button>
    </ErrorPage>
  )
}
