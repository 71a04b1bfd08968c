// An address that nothing answers to.
import { ErrorPage } from './error-page.tsx'

export const NotFoundPage = () => (
  <ErrorPage number={404} heading="Oops! You're lost." text="The page you are looking for was not found." />
)
