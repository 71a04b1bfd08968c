// A screen that crashed, or a server that was not there at the start.
import { ErrorPage } from './error-page.tsx'

export const CrashPage = ({ reset }: { reset?: () => void }) => (
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
